/**
 * The acceptance of envelopes inside one process, from parsed JSON to the verdict with its warnings: how many a second,
 * and whether an item costs the same however many there are.
 */
import { acceptAtEdge, boardRevision, bodyHash, prepareEnvelope, readLiveItems, requiredToolsHash, sealEnvelope } from '../server/acceptance/index.ts'
import { median } from './benchmark.ts'
import type { Measurement } from './benchmark.ts'

/** Verdicts a second on a typical envelope. */
const goal = 50_000
const typicalItems = 20
const few = 100
const many = 10_000
const rounds = 15
/** Enough to be measured, and for the caches to hold what they hold in steady use. */
const itemsARound = 60_000
const token = '0123456789abcdef'

export async function benchAcceptance(): Promise<Measurement[]> {
  const timers = { none: timer(0), typical: timer(typicalItems), few: timer(few), many: timer(many) }
  for (const time of Object.values(timers)) await time()
  const found: { rate: number; fewNs: number; manyNs: number }[] = []
  // In turns, so that whatever else the machine does disturbs all of them.
  for (let round = 0; round < rounds; round += 1) {
    const fixed = await timers.none()
    const typical = await timers.typical()
    found.push({ rate: 1000 / typical, fewNs: perItem(await timers.few(), fixed, few), manyNs: perItem(await timers.many(), fixed, many) })
  }
  const rate = median(found.map((each) => each.rate))
  const [fewNs, manyNs] = [median(found.map((each) => each.fewNs)), median(found.map((each) => each.manyNs))]
  return [
    {
      name: `verdicts a second in-process on an envelope with ${typicalItems} items, against ${goal}`,
      ratio: rate / goal,
      limit: 1,
      bound: 'least',
      detail: `${Math.round(rate)} a second, median of ${rounds}; at best ${Math.round(Math.max(...found.map((each) => each.rate)))}`,
    },
    {
      name: `time an item of an envelope costs at ${many} items, against that at ${few}`,
      ratio: median(found.map((each) => each.manyNs / each.fewNs)),
      limit: 1.5,
      detail: `${Math.round(manyNs)} ns against ${Math.round(fewNs)} ns, beyond what an envelope without items costs; medians of ${rounds}`,
    },
  ]
}

/** @returns ns */
function perItem(ms: number, fixed: number, items: number): number {
  return ((ms - fixed) * 1_000_000) / items
}

/** @returns What measures one verdict on an envelope with so many items, in ms. */
function timer(items: number): () => Promise<number> {
  const { given, hash } = envelope(items)
  const edge = {
    verifyToken: ({ presented_body: body }: { readonly presented_body: string | undefined }) => (body !== undefined && bodyHash(body) === hash ? 'ok' as const : 'body_mismatch' as const),
    resolveProject: () => undefined,
  }
  const repeats = Math.round(itemsARound / (items + 20))
  return async () => {
    const start = performance.now()
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const { verdict } = await acceptAtEdge(given, edge)
      if (!verdict.accepted) throw new Error(`the envelope was not accepted: ${verdict.result}`)
    }
    return (performance.now() - start) / repeats
  }
}

/** As a server gets it: parsed from JSON, with every check at work. */
function envelope(count: number): { readonly given: unknown; readonly hash: string } {
  const items = shuffled(count).map((number) => ({
    id: `item-${String(number).padStart(5, '0')}`,
    title: `Step ${number} of the work that is handed over`,
    status: ['pending', 'in_progress', 'done'][number % 3],
    depends_on: number === 0 ? null : `item-${String(number - 1).padStart(5, '0')}`,
    tool_requirements: [{ name: `tool-${number % 12}` }, { name: `tool-${number % 7}` }],
  }))
  const text = `/goal Do what the board says.\n${'Read this before you begin, and ask where it is unclear.\n'.repeat(30)}`
  // A manifest has room for some hundred items; the hashes are those of all.
  const some = prepareEnvelope({ text, project_id: 'proj-bench', repo_path: '/repository', items: items.slice(0, typicalItems), generated_at: '2030-01-01T00:00:00.000Z' })
  const parameters = {
    project_id: 'proj-bench',
    expected_repo_path: '/repository',
    goal_token: token,
    presented_body: sealEnvelope(some, token),
    required_tools: some.required_tools,
    available_tools: [...some.required_tools, 'bash', 'edit', 'read'],
    live_items: items,
    expected_required_tools_hash: requiredToolsHash(readLiveItems(items)),
    expected_board_revision: boardRevision(readLiveItems(items)),
  }
  return { given: JSON.parse(JSON.stringify(parameters)), hash: some.body_hash }
}

/** The same order every time, and none that helps a sort. */
function shuffled(count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index)
  let state = 7
  for (let index = count - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const other = state % (index + 1)
    const kept = numbers[index] ?? 0
    numbers[index] = numbers[other] ?? 0
    numbers[other] = kept
  }
  return numbers
}
