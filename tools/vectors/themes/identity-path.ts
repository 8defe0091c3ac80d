/** The repo_path of the tag is compared as a raw string, with the one exception of the word unset. */
import { consistent, foreign, foreignId, foreignPath, inconsistent, ok } from '../expectations.ts'
import { group, plain } from '../writing.ts'

const own = '/srv/alpha'
const tag = (attributes: string) => `<project_start_config ${attributes}>`

/** Paths that a file system, or a normalisation, would take for the same. */
const alike: readonly (readonly [id: string, comment: string, found: string])[] = [
  ['path-foreign', 'Does not compare the repo_path of the tag.', '/srv/beta'],
  ['path-trailing-slash', 'Strips a slash at the end of a path before it compares.', '/srv/alpha/'],
  ['path-dot', 'Resolves a dot in a path before it compares.', '/srv/./alpha'],
  ['path-dot-end', 'Resolves a dot at the end of a path before it compares.', '/srv/alpha/.'],
  ['path-dots', 'Resolves two dots in a path before it compares.', '/srv/beta/../alpha'],
  ['path-double-slash', 'Folds slashes before it compares.', '/srv//alpha'],
  ['path-case', 'Compares paths without regard to case, as some file systems do.', '/srv/Alpha'],
  ['path-backslashes', 'Takes backslashes for slashes.', '\\srv\\alpha'],
  ['path-relative', 'Resolves a relative path before it compares.', 'srv/alpha'],
  ['path-dot-relative', 'Resolves a path from a working folder before it compares.', './alpha'],
  ['path-below', 'Accepts a path below the own one.', '/srv/alpha/packages'],
  ['path-above', 'Accepts a path above the own one.', '/srv'],
  ['path-prefix', 'Compares only how a path starts.', '/srv/alpha2'],
  ['path-file-url', 'Takes a URL of a file for its path.', 'file:///srv/alpha'],
  ['path-percent', 'Decodes percent escapes before it compares.', '/srv/%61lpha'],
  ['path-trailing-space', 'Trims the path of the tag.', '/srv/alpha '],
  ['path-leading-space', 'Trims the path of the tag.', ' /srv/alpha'],
  ['path-tilde', 'Expands a tilde before it compares.', '~/alpha'],
  ['path-variable', 'Expands variables before it compares.', '$HOME/alpha'],
  ['path-full-width', 'Normalises to NFKC before it compares.', '\uff0fsrv\uff0falpha'],
  ['path-unset-upper-case', 'Compares the word unset without regard to case.', 'UNSET'],
  ['path-unset-title-case', 'Compares the word unset without regard to case.', 'Unset'],
  ['path-unset-space', 'Trims the word unset.', ' unset'],
  ['path-unset-longer', 'Exempts every path that starts with unset.', 'unset/alpha'],
  ['path-none', 'Exempts other words than unset.', 'none'],
  ['path-null', 'Exempts other words than unset.', 'null'],
]

export const identityPathTheme = [
  group('A path that differs', 'project_start_config', alike.map(([id, comment, found]) =>
    plain(id, comment, { expected_repo_path: own, presented_body: tag(`repo_path="${found}"`) },
      foreign(inconsistent([['repo_path', found]], foreignPath(`'${found.replaceAll('\\', '\\\\')}'`, "'/srv/alpha'")))))),

  group('A path that agrees or is not compared', 'project_start_config', [
    plain('path-own', 'Rejects the own path.', { expected_repo_path: own, presented_body: tag('repo_path="/srv/alpha"') }, ok({ identity_check: consistent(['repo_path', own]) })),
    plain('path-own-slash', 'Strips the slash at the end of one of two equal paths.', { expected_repo_path: '/srv/alpha/', presented_body: tag('repo_path="/srv/alpha/"') }, ok({ identity_check: consistent(['repo_path', '/srv/alpha/']) })),
    plain('path-unset', 'Flags a path that says it is unset.', { expected_repo_path: own, presented_body: tag('repo_path="unset"') }, ok({ identity_check: consistent(['repo_path', 'unset']) })),
    plain('path-empty', 'Flags an empty path.', { expected_repo_path: own, presented_body: tag('repo_path=""') }, ok({ identity_check: consistent(['repo_path', '']) })),
    plain('path-missing', 'Flags a tag that names no path.', { expected_repo_path: own, presented_body: tag('note="x"') }, ok({ identity_check: consistent(['note', 'x']) })),
    plain('path-not-expected', 'Compares the path of the tag with its own working folder when none is expected.', { project_id: 'proj-alpha', presented_body: tag('repo_path="/srv/beta"') }, ok({ identity_check: consistent(['repo_path', '/srv/beta']) })),
    plain('path-expected-unset', 'Exempts an expected path of "unset": only the tag may say so.', { expected_repo_path: 'unset', presented_body: tag('repo_path="/srv/alpha"') },
      foreign(inconsistent([['repo_path', own]], foreignPath("'/srv/alpha'", "'unset'")))),
    plain('path-both-unset', 'Flags two paths that are both unset.', { expected_repo_path: 'unset', presented_body: tag('repo_path="unset"') }, ok({ identity_check: consistent(['repo_path', 'unset']) })),
    plain('path-expected-slash', 'Strips a slash at the end of the expected path.', { expected_repo_path: '/srv/alpha/', presented_body: tag('repo_path="/srv/alpha"') },
      foreign(inconsistent([['repo_path', own]], foreignPath("'/srv/alpha'", "'/srv/alpha/'")))),
    plain('path-expected-space', 'Trims the expected path.', { expected_repo_path: ' /srv/alpha', presented_body: tag('repo_path="/srv/alpha"') },
      foreign(inconsistent([['repo_path', own]], foreignPath("'/srv/alpha'", "' /srv/alpha'")))),
    plain('path-decomposed', 'Normalises paths to NFC, as some file systems do.', { expected_repo_path: '/srv/caf\u00e9', presented_body: tag('repo_path="/srv/cafe\u0301"') },
      foreign(inconsistent([['repo_path', '/srv/cafe\u0301']], foreignPath("'/srv/cafe\u0301'", "'/srv/caf\u00e9'")))),
    plain('path-drive', 'Takes drive letters for case-insensitive.', { expected_repo_path: 'C:\\alpha', presented_body: tag('repo_path="c:\\alpha"') },
      foreign(inconsistent([['repo_path', 'c:\\alpha']], foreignPath("'c:\\\\alpha'", "'C:\\\\alpha'")))),
    plain('path-drive-own', 'Takes the backslashes of a path for escapes.', { expected_repo_path: 'C:\\new\\table', presented_body: tag('repo_path="C:\\new\\table"') }, ok({ identity_check: consistent(['repo_path', 'C:\\new\\table']) })),
    plain('path-last-duplicate', 'Keeps the first of two paths.', { expected_repo_path: own, presented_body: tag('repo_path="/srv/beta" repo_path="/srv/alpha"') }, ok({ identity_check: consistent(['repo_path', own]) })),
    plain('path-last-duplicate-unset', 'Compares an earlier path where the last one is unset.', { expected_repo_path: own, presented_body: tag('repo_path="/srv/beta" repo_path="unset"') }, ok({ identity_check: consistent(['repo_path', 'unset']) })),
  ]),

  group('Project and path together', 'project_start_config', [
    plain('identity-both', 'Stops at the first disagreement: both are reported, the project first.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('project_id="proj-beta" repo_path="/srv/beta"') },
      foreign(inconsistent([['project_id', 'proj-beta'], ['repo_path', '/srv/beta']], foreignId("'proj-beta'", "'proj-alpha'"), foreignPath("'/srv/beta'", "'/srv/alpha'")))),
    plain('identity-both-path-first', 'Reports disagreements in the order of the attributes: the project always comes first.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('repo_path="/srv/beta" project_id="proj-beta"') },
      foreign(inconsistent([['repo_path', '/srv/beta'], ['project_id', 'proj-beta']], foreignId("'proj-beta'", "'proj-alpha'"), foreignPath("'/srv/beta'", "'/srv/alpha'")))),
    plain('identity-project-only', 'Reports the path too where only the project disagrees.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('project_id="proj-beta" repo_path="/srv/alpha"') },
      foreign(inconsistent([['project_id', 'proj-beta'], ['repo_path', own]], foreignId("'proj-beta'", "'proj-alpha'")))),
    plain('identity-path-only', 'Takes the right project for enough and does not look at the path.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('project_id="proj-alpha" repo_path="/srv/beta"') },
      foreign(inconsistent([['project_id', 'proj-alpha'], ['repo_path', '/srv/beta']], foreignPath("'/srv/beta'", "'/srv/alpha'")))),
    plain('identity-both-agree', 'Rejects a tag that agrees in both.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('project_id="proj-alpha" repo_path="/srv/alpha"') },
      ok({ identity_check: consistent(['project_id', 'proj-alpha'], ['repo_path', own]) })),
    plain('identity-path-without-project', 'Skips the path where no project is given.',
      { expected_repo_path: own, presented_body: tag('project_id="proj-beta" repo_path="/srv/beta"') },
      foreign(inconsistent([['project_id', 'proj-beta'], ['repo_path', '/srv/beta']], foreignPath("'/srv/beta'", "'/srv/alpha'")))),
    plain('identity-project-unset-path', 'Exempts the whole tag where its path is unset.',
      { project_id: 'proj-alpha', expected_repo_path: own, presented_body: tag('project_id="proj-beta" repo_path="unset"') },
      foreign(inconsistent([['project_id', 'proj-beta'], ['repo_path', 'unset']], foreignId("'proj-beta'", "'proj-alpha'")))),
  ]),
]
