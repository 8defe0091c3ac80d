/** A real browser without a window, for tests of the page: Chromium, as the system has it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Undefined where there is none. `CHROMIUM` names another place. */
export function browserPath(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return [...(env['CHROMIUM'] === undefined || env['CHROMIUM'] === '' ? [] : [env['CHROMIUM']]), ...places].find((path) => existsSync(path))
}

/** Where nobody installs a browser the page is not tested; where somebody promised one it has to be. */
export const isBrowserRequired = (env: NodeJS.ProcessEnv = process.env): boolean => env['CI'] === 'true' && env['HANDOFF_CI_BROWSER'] === 'required'

export const noBrowser = 'no Chromium is installed: the page is not looked at (install chromium, or name it with CHROMIUM)'

export interface OpenBrowser {
  readonly context: BrowserContext
  close(): Promise<void>
}

export async function openBrowser(executablePath: string): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath, headless: true, chromiumSandbox: false, timeout: 60_000,
    args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  return {
    context,
    async close() {
      await context.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
