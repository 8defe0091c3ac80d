/** Every theme of registry vectors, by the name of its file. */
import type { Themes } from '../build.ts'
import { bytesTheme } from './bytes.ts'
import { idsTheme } from './ids.ts'
import { keysTheme } from './keys.ts'
import { listsTheme } from './lists.ts'
import { nestingTheme } from './nesting.ts'
import { secretsTheme } from './secrets.ts'
import { textsTheme } from './texts.ts'
import { timesTheme } from './times.ts'
import { togetherTheme } from './together.ts'
import { valuesTheme } from './values.ts'
import { versionTheme } from './version.ts'
import { yamlTheme } from './yaml.ts'

export const registryThemes: Themes = {
  version: versionTheme, keys: keysTheme, ids: idsTheme, texts: textsTheme, lists: listsTheme, values: valuesTheme, times: timesTheme,
  yaml: yamlTheme, bytes: bytesTheme, nesting: nestingTheme, together: togetherTheme, secrets: secretsTheme,
}
