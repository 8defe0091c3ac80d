/** The page in a real browser: what is visible, what the filters do, what reaches the network, and what axe says. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import t from 'tap'
import { reporters } from '../../../harness/reporters/reporters.ts'
import { browserPath, isBrowserRequired, noBrowser, openBrowser } from './browser.ts'
import { oddRecords, plain, richRecord } from './sample.ts'

// A browser on a busy machine.
t.setTimeout(180_000)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const path = browserPath()
const hostile = '</style></pre></details><script>document.title="owned"</script><img src=http://127.0.0.1:1/x onerror=alert(1)><a href=javascript:alert(1)>x</a>'

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[] }[]
  readonly passes: readonly unknown[]
}

/** Through the developer tools, which the page's policy does not bind. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations, passes } = await page.evaluate<AxeResult>(`${axe};axe.run(document, { resultTypes: ['violations', 'passes'] })`)
  if (passes.length < 10) throw new Error('axe looked at next to nothing')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`))
}

if (path === undefined && !isBrowserRequired()) {
  t.pass(noBrowser, { skip: noBrowser })
} else if (path === undefined) {
  t.fail(noBrowser)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-page-'))
  const browser = await openBrowser(path)
  const { context } = browser
  t.teardown(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const requests: string[] = []
  context.on('request', (request) => { requests.push(request.url()) })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => { complaints.push(message.text()) })
  page.on('pageerror', (error) => { complaints.push(error.message) })

  /** @returns The address of the page. */
  const show = async (html: string): Promise<string> => {
    const file = join(folder, 'report.html')
    writeFileSync(file, html)
    requests.length = 0
    complaints.length = 0
    await page.goto(pathToFileURL(file).href)
    return pathToFileURL(file).href
  }
  const shown = async (): Promise<string[]> => page.evaluate(`[...document.querySelectorAll('.case')].filter((each) => each.checkVisibility()).map((each) => each.querySelector('code').textContent)`)

  t.test('axe finds nothing, on a phone and on a desktop, in light and in dark, folded and unfolded', async (t) => {
    for (const width of [390, 1_280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme })
        await show(reporters.html(richRecord(), plain))
        // Folded it is the same page with less to look at.
        if (width === 390 && colorScheme === 'light') t.same(await violationsOf(page), [], 'as it begins')
        await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`)
        t.same(await violationsOf(page), [], `${width} px, ${colorScheme}, all unfolded`)
        t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'the page is no wider than the screen')
      }
    }
  })

  t.test('nothing is loaded, and nothing of a hostile record acts', async (t) => {
    for (const [what, run] of Object.entries({ ...oddRecords(), 'hostile text': richRecord(hostile) })) {
      const address = await show(reporters.html(run, plain))
      t.same(requests, [address], `${what}: the page itself and nothing else`)
      t.same(complaints, [], `${what}: the policy had nothing to stop`)
      t.match(await page.title(), /handoff-conformance$/, what)
      t.equal(await page.locator('script, img, link, iframe, a[href^="javascript"]').count(), 0, what)
    }
    t.equal(await page.evaluate('getComputedStyle(document.querySelector(".skip")).position'), 'absolute', 'the style is in force')
  })

  t.test('the policy stops what a report never does', async (t) => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => { server.close() })
    const { port } = server.address() as AddressInfo
    await show(reporters.html(richRecord(), plain).replace('</main>', `<script>document.title = "owned"</script><img src="http://127.0.0.1:${port}/x"><p style="color:red">x</p></main>`))
    t.not(await page.title(), 'owned')
    t.ok(complaints.length >= 3, complaints.join('\n'))
    t.equal(asked, 0)
  })

  t.test('filters hide by outcome and by suite, by mouse and by keyboard, without script', async (t) => {
    await show(reporters.html(richRecord(), plain))
    t.equal((await shown()).length, 9)
    await page.getByRole('radio', { name: /^failed/ }).check()
    t.same(await shown(), ['auth.bad', 'lifecycle.concurrent'])
    await page.getByRole('radio', { name: /^lifecycle/ }).check()
    t.same(await shown(), ['lifecycle.concurrent'])
    t.notOk(await page.locator('.empty').isVisible())
    await page.getByRole('radio', { name: /^spec/ }).check()
    t.same(await shown(), [])
    t.ok(await page.locator('.empty').isVisible(), 'and says so')
    await page.getByRole('group', { name: 'Outcome' }).getByRole('radio', { name: /^all/ }).focus()
    await page.keyboard.press('Space')
    t.same(await shown(), ['spec.fine'])
    await page.keyboard.press('ArrowRight')
    t.same(await shown(), [], 'the next outcome')
  })

  t.test('a failure has all that it takes to act', async (t) => {
    await show(reporters.html(richRecord(), { ...plain, replay: ' --evidence out' }))
    const bad = page.locator('.case', { hasText: 'auth.bad' }).first()
    t.ok(await bad.locator('details').getAttribute('open') !== null, 'few failures begin unfolded')
    const text = await bad.innerText()
    for (const part of ['MUST', 'rfc6750.challenge-on-401', 'A refusal carries a challenge.', 'no credentials', 'status 401 with a challenge', 'status 200', 'The header is not set.', 'Set WWW-Authenticate.', '+ x-more: 1', '− Authorization', 'HTTP/1.1 200', 'curl -X POST', 'handoff-conformance replay auth.bad-0123abcd --evidence out', 'handoff-conformance explain auth.bad']) t.ok(text.includes(part), part)
    t.equal(await bad.getByRole('link', { name: 'RFC 6750 §3' }).getAttribute('href'), 'https://www.rfc-editor.org/rfc/rfc6750#section-3')
    t.equal(await bad.locator('ins', { hasText: 'x-more' }).count(), 1)
    const picture = page.getByRole('img', { name: /operations was open/ })
    t.equal(await picture.locator('.operation').count(), 3)
    t.equal(await picture.locator('.operation.unplaced').count(), 1)
    t.equal(await picture.locator('.operation.open').count(), 1)
  })

  t.test('the keyboard reaches the results, and unfolds one', async (t) => {
    await show(reporters.html(richRecord(), plain))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    t.match(page.url(), /#results$/)
    const summary = page.locator('summary', { hasText: 'auth.unsure' })
    await summary.focus()
    await page.keyboard.press('Enter')
    t.ok(await page.locator('.case.unclear details').getAttribute('open') !== null)
  })

  t.test('what it looks like', async () => {
    const into = process.env['HANDOFF_SCREENSHOTS']
    for (const [width, colorScheme] of [[390, 'light'], [1_280, 'light'], [390, 'dark'], [1_280, 'dark']] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await show(reporters.html(richRecord(), plain))
      const picture = await page.screenshot({ fullPage: true, ...(into === undefined ? {} : { path: join(into, `page-${width}-${colorScheme}.png`) }) })
      t.ok(picture.length > 10_000, `${width} px, ${colorScheme}`)
    }
  })
}
