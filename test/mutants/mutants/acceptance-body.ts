/** Faults of what is done to a body: the banner, its hash, the tag in it, and how its values are quoted. */
import { before, faulty } from './acceptance-patch.ts'
import type { AcceptanceMutant } from './acceptance-patch.ts'

const banner = 'acceptance/banner.ts'
const hashes = 'acceptance/hashes.ts'
const tag = 'acceptance/start-config.ts'
const checks = 'acceptance/checks.ts'
const quoting = 'acceptance/quote.ts'
const strips = 'stripBanner(read.presented_body)'

export const acceptanceBody: readonly AcceptanceMutant[] = [
  faulty('banner-kept', 'The banner is not stripped.', 'acceptance/edge.ts', [strips, 'read.presented_body'], 'vectors-banner', 'vectors-examples'),
  faulty('banner-twice', 'The banner is stripped twice.', 'acceptance/edge.ts', [strips, `stripBanner(${strips})`], 'vectors-banner'),
  faulty('banner-longest', 'The banner lasts until the last end of a comment.', banner, ['body.indexOf(bannerEnd, next + bannerMiddle.length)', 'body.lastIndexOf(bannerEnd)'], 'vectors-banner', 'vectors-verify-tool'),
  faulty('banner-case', 'The elements of the banner are found in any case.', banner, ['export function findBanner(body: string): Banner | undefined {\n', "export function findBanner(given: string): Banner | undefined {\n  const body = given.replace(/<\\/?goal_token>/gi, (tag) => tag.toLowerCase())\n"], 'vectors-banner', 'vectors-verify-tool'),
  faulty('banner-empty-run', 'A banner without a token is none.', banner, ['&& body.startsWith(bannerMiddle, next)', '&& next > open - 1 + bannerStart.length && body.startsWith(bannerMiddle, next)'], 'vectors-banner'),
  faulty('banner-line-feed', 'The line feed before the banner stays.', banner, ['return { start: open - 1, end', 'return { start: open, end'], 'vectors-banner', 'vectors-examples', 'vectors-verify-tool'),
  faulty('body-line-ends', 'Line ends are normalised before the body is hashed.', hashes, ['return sha256(body)', "return sha256(body.replaceAll('\\r\\n', '\\n'))"], 'vectors-body-binding'),
  faulty('body-nfc', 'The body is normalised before it is hashed.', hashes, ['return sha256(body)', "return sha256(body.normalize('NFC'))"], 'vectors-body-binding'),
  faulty('body-trimmed', 'The body is trimmed before it is hashed.', hashes, ['return sha256(body)', 'return sha256(body.trim())'], 'vectors-body-binding', 'vectors-verify-tool'),
  faulty('body-bom', 'A byte order mark is taken off before the body is hashed.', hashes, ['return sha256(body)', "return sha256(body.replace(/^\\ufeff/, ''))"], 'vectors-body-binding'),
  faulty('tag-case', 'The tag is found in lower case only.', tag, ['unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit', 'unit'], 'vectors-identity-tag'),
  faulty('tag-unicode-case', 'The tag is found without regard to case by the rules of Unicode.', tag, ['unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit', 'unit === 0x17f ? 0x73 : unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit'], 'vectors-identity-tag'),
  faulty('tag-boundary', 'The name of the tag may go on.', tag, ['isTagNameAt(body, start + 1) && !isWordAt(body, end)', 'isTagNameAt(body, start + 1)'], 'vectors-identity-tag'),
  faulty('tag-last', 'The last tag counts.', tag, ['return readTag(body, findTagName(body))', "return readTag(body, findTagName(body, Math.max(0, body.toLowerCase().lastIndexOf('<project_start_config'))))"], 'vectors-identity-tag'),
  faulty('tag-without-attributes', 'A tag without attributes is a tag.', tag, ['return attributes.size === 0 ? undefined : {', 'return {'], 'vectors-identity-attributes', 'vectors-identity-tag'),
  faulty('attribute-first', 'The first of equal attributes wins.', tag, before('attributes.set(text.slice(start, equals)', 'if (!attributes.has(text.slice(start, equals))) '), 'vectors-identity-attributes', 'vectors-identity-path', 'vectors-identity-tag'),
  faulty('attribute-case', 'Names of attributes are read without regard to case.', tag, ['attributes.set(text.slice(start, equals)', 'attributes.set(text.slice(start, equals).toLowerCase()'], 'vectors-identity-attributes'),
  faulty('attribute-entities', 'Entities in attributes are decoded.', tag, ['text.slice(equals + 2, close))', "text.slice(equals + 2, close).replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '\"'))"], 'vectors-identity-attributes', 'vectors-identity-quoting'),
  faulty('attribute-ascii', 'Names of attributes hold ASCII characters only.', 'acceptance/words.ts', ['codePoint !== undefined && wordCharacter.test(String.fromCodePoint(codePoint))', 'codePoint === -1'], 'vectors-identity-attributes', 'vectors-identity-tag'),
  faulty('attribute-prototype', 'An attribute named after the prototype of objects is lost.', checks, ['found: Object.fromEntries(tag.attributes)', 'found: [...tag.attributes].reduce<Record<string, string>>((all, [name, value]) => { all[name] = value; return all }, {})'], 'vectors-identity-attributes'),
  faulty('project-case', 'Projects are compared without regard to case.', checks, ['differ(projectId, input.project_id)', 'differ(projectId.toLowerCase(), input.project_id?.toLowerCase())'], 'vectors-identity-attributes'),
  faulty('path-slash', 'Paths are compared without the slash at their end.', checks, ['differ(repoPath, input.expected_repo_path)', "differ(repoPath.replace(/\\/+$/, ''), input.expected_repo_path?.replace(/\\/+$/, ''))"], 'vectors-identity-path'),
  faulty('path-case', 'Paths are compared without regard to case.', checks, ['differ(repoPath, input.expected_repo_path)', 'differ(repoPath.toLowerCase(), input.expected_repo_path?.toLowerCase())'], 'vectors-identity-path'),
  faulty('path-unset', 'An unset path is compared.', checks, ['repoPath !== unsetRepoPath && differ', 'differ'], 'vectors-identity-path'),
  faulty('path-first', 'The reason about the path comes before that about the project.', checks, ["reasons.push(`presented body's <project_start_config repo_path", "reasons.unshift(`presented body's <project_start_config repo_path"], 'vectors-examples', 'vectors-identity-path'),
  faulty('quote-backslash', 'Backslashes in reasons are not doubled.', quoting, ["case '\\\\': return String.raw`\\\\`", "case '\\\\': return '\\\\'"], 'vectors-identity-path', 'vectors-identity-quoting'),
  faulty('quote-del', 'DEL stands in reasons as it is.', quoting, ['\\u007f-\\u009f', '\\u0080-\\u009f'], 'vectors-identity-quoting'),
  faulty('quote-single', 'Reasons have single quotes only.', quoting, ["if (!text.includes('\"')) return", "if (text === '') return"], 'vectors-identity-quoting'),
  faulty('quote-hex-case', 'Escapes in reasons have upper-case digits.', quoting, ['.toString(16).padStart', '.toString(16).toUpperCase().padStart'], 'vectors-identity-quoting'),
  faulty('quote-both', 'Single quotes are not escaped where both kinds are there.', quoting, ["text.replaceAll(\"'\", String.raw`\\'`)", 'text'], 'vectors-identity-quoting'),
]
