/** Bodies as they are delivered: prose, banners and tags, each with its hostile twins, in any order. */
import * as fc from 'fast-check'
import { projectId, repoPath, text } from './texts.ts'

/** Stands in a banner for the token of the envelope, where there is one. */
export const tokenPlaceholder = '{{token:a}}'

const word = fc.constantFrom(
  'project_id', 'project_id', 'project_id', 'repo_path', 'repo_path', 'Project_Id', 'data-project_id', 'x:project_id', 'project-id', 'id', '_', '7', 'é', 'e\u0301', '²', 'Ⅳ', '٣', 'ª', '中',
  '\u{1d49c}', '\u{1f600}', '__proto__', 'constructor', 'toString', '',
)
const value = fc.oneof({ weight: 3, arbitrary: projectId }, { weight: 2, arbitrary: repoPath }, { weight: 1, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom('', '&quot;', '&#x2f;srv', 'a=b', 'x="') })

const attribute = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(word, value).map(([name, given]) => `${name}="${given}"`) },
  {
    weight: 1,
    arbitrary: fc.tuple(word, value, fc.constantFrom<(name: string, given: string) => string>(
      (name, given) => `${name}='${given}'`, (name, given) => `${name} = "${given}"`, (name, given) => `${name}= "${given}"`, (name, given) => `${name} ="${given}"`,
      (name, given) => `${name}=${given}`, (name, given) => `${name}=\u201c${given}\u201d`, (name, given) => `${name}="${given}`, (name, given) => `${name}=""${given}"`,
    )).map(([name, given, write]) => write(name, given)),
  },
)

const tagName = fc.oneof(
  { weight: 6, arbitrary: fc.constant('<project_start_config') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<PROJECT_START_CONFIG', '<Project_Start_Config', '<project_start_configs', '<project_start_config2', '<project_start_config_', '<project_start_config\u00e9', '<project_start_config\u0663',
      '<project_start_config\u0301', '<project_start_config\u00b2', '<project_start_config-x', '<project_\u017ftart_config', '<project_start_conf\u0131g', '< project_start_config', '</project_start_config', '<project_start_config\u{1d49c}',
    ),
  },
)

const tag = fc.tuple(
  tagName,
  fc.array(fc.tuple(fc.constantFrom(' ', ' ', '\n', '\t', '', '  ', '\u00a0', ','), attribute).map((parts) => parts.join('')), { maxLength: 4 }),
  fc.constantFrom('/>', ' />', '>', '>', '></project_start_config>', '', '/'),
).map(([name, attributes, end]) => `${name}${attributes.join('')}${end}`)

const token = fc.constantFrom(tokenPlaceholder, tokenPlaceholder, '0123456789abcdef', '', 'any thing\nat all>', 'a<b')
const banner = fc.oneof(
  { weight: 4, arbitrary: token.map((shown) => `\n<goal_token>${shown}</goal_token>\n<!-- SECURITY: used once -->`) },
  {
    weight: 2,
    arbitrary: fc.tuple(token, fc.constantFrom<(shown: string) => string>(
      (shown) => `<goal_token>${shown}</goal_token>\n<!-- SECURITY: no line feed before -->`,
      (shown) => `\n<GOAL_TOKEN>${shown}</GOAL_TOKEN>\n<!-- SECURITY: upper case -->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\r\n<!-- SECURITY: CR LF -->`,
      (shown) => `\r\n<goal_token>${shown}</goal_token>\n<!-- SECURITY: CR before -->`,
      (shown) => `\n<goal_token>${shown}</goal_token> <!-- SECURITY: same line -->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n<!-- security: lower case -->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n<!--SECURITY: no space -->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n<!-- SECURITY: no end`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n<!-- SECURITY:-->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n<!-- SECURITY:->--->-->`,
      (shown) => `\n<goal_token>\n<goal_token>${shown}</goal_token>\n<!-- SECURITY: inside -->`,
      (shown) => `\n<goal_token>${shown}</goal_token>\n\n<!-- SECURITY: empty line -->`,
      (shown) => `\n<goal_token >${shown}</goal_token>\n<!-- SECURITY: space -->`,
    )).map(([shown, write]) => write(shown)),
  },
)

const prose = fc.oneof(fc.constantFrom('/goal\nhello', '/goal\r\nhello', 'caf\u00e9\n', 'cafe\u0301\n', '\n', '\ufeff', '-->', '<!-- x -->', '<', '>', '"', ' '), text)

/** Never empty by design, but it can be. */
export const body: fc.Arbitrary<string> = fc.array(
  fc.oneof({ weight: 3, arbitrary: prose }, { weight: 3, arbitrary: tag }, { weight: 2, arbitrary: banner }),
  { maxLength: 5 },
).map((parts) => parts.join(''))
