/** What an official client does with everything that the fixture server offers. */
import t from 'tap'
import { kinds, startTestFixture } from './clients.ts'
import type { Connected, Kind, OfficialClient, TestFixture } from './clients.ts'

/** Page by page where the client does not do so by itself. */
async function walk<Item>(list: (page?: { cursor: string }) => Promise<{ items: Item[]; nextCursor?: string | undefined }>): Promise<Item[]> {
  const items: Item[] = []
  for (let page = await list(); ; page = await list({ cursor: page.nextCursor })) {
    items.push(...page.items)
    if (page.nextCursor === undefined) return items
  }
}

async function codeOf(work: Promise<unknown>): Promise<number | undefined> {
  return work.then(() => undefined, (error: unknown) => (error as { code?: number }).code)
}

const textOf = async (client: OfficialClient, name: string, args: Record<string, unknown> = {}): Promise<unknown> => {
  const { content } = await client.callTool({ name, arguments: args })
  return content[0]?.['text']
}

/** A test of each client that speaks over the transport. */
export async function exerciseFeatures(transport: Kind['transport']): Promise<void> {
  const fixture = await startTestFixture()
  t.teardown(async () => fixture.close())
  for (const kind of kinds.filter((each) => each.transport === transport)) await exercise(kind, fixture)
}

async function exercise(kind: Kind, fixture: TestFixture): Promise<void> {
  await t.test(kind.name, async (t) => {
    const connected: Connected = await kind.connect(fixture)
    t.teardown(async () => connected.close())
    const { client, logged } = connected

    await t.test('lists in pages', async (t) => {
      const tools = await walk(async (page) => client.listTools(page).then(({ tools: items, nextCursor }) => ({ items, nextCursor })))
      const names = tools.map(({ name }) => name)
      t.equal(new Set(names).size, names.length)
      t.equal(names.includes('output_array'), kind.era === 'modern')
      t.equal(names.includes('failing_job'), kind.era === 'modern')
      t.ok(names.includes('test_reconnection'), 'the last one')
      const resources = await walk(async (page) => client.listResources(page).then(({ resources: items, nextCursor }) => ({ items, nextCursor })))
      t.equal(resources.length, 25)
      const templates = await walk(async (page) => client.listResourceTemplates(page).then(({ resourceTemplates: items, nextCursor }) => ({ items, nextCursor })))
      t.equal(templates.length, 7)
      const prompts = await walk(async (page) => client.listPrompts(page).then(({ prompts: items, nextCursor }) => ({ items, nextCursor })))
      t.equal(prompts.length, 9)
      const cursor = 'none'
      t.equal(await codeOf(client.listTools({ cursor })), -32_602)
      t.equal(await codeOf(client.listResources({ cursor })), -32_602)
      t.equal(await codeOf(client.listResourceTemplates({ cursor })), -32_602)
      t.equal(await codeOf(client.listPrompts({ cursor })), -32_602)
    })

    await t.test('reads resources', async (t) => {
      t.match((await client.readResource({ uri: 'test://static-text' })).contents, [{ text: /content/ }])
      t.match((await client.readResource({ uri: 'test://static-binary' })).contents, [{ blob: /^iVBOR/ }])
      t.match((await client.readResource({ uri: 'test://template/abc/data' })).contents, [{ text: /"id":"abc"/ }])
      t.match((await client.readResource({ uri: 'test://asks-for-language' })).contents, [{ text: 'A greeting in en.' }])
      // Clients of 2.x make one error of both codes.
      const notFound = kind.name.startsWith('2') ? -32_602 : -32_002
      for (const uri of ['test://nothing', 'test://template/../data', 'test://template/%2e%2e/data', 'file:///etc/passwd']) {
        t.equal(await codeOf(client.readResource({ uri })), notFound, uri)
      }
    })

    await t.test('gets prompts', async (t) => {
      t.match((await client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a', arg2: 'b' } })).messages, [{ content: { text: /arg1='a', arg2='b'/ } }])
      t.match((await client.getPrompt({ name: 'test_prompt_with_image' })).messages[0], { content: { type: 'image' } })
      t.match((await client.getPrompt({ name: 'prompt_with_audio' })).messages[0], { content: { type: 'audio' } })
      t.match((await client.getPrompt({ name: 'prompt_with_blob' })).messages[0], { content: { resource: { blob: String } } })
      t.match((await client.getPrompt({ name: 'test_input_required_result_prompt' })).messages, [{ content: { text: 'Use this: en' } }])
      t.equal(await codeOf(client.getPrompt({ name: 'nothing' })), -32_602)
      t.equal(await codeOf(client.getPrompt({ name: 'test_prompt_with_arguments', arguments: { arg1: 'a' } })), -32_602)
    })

    await t.test('completes', async (t) => {
      const prompt = { type: 'ref/prompt', name: 'translate' }
      t.strictSame((await client.complete({ ref: prompt, argument: { name: 'language', value: 'e' } })).completion, { values: ['en', 'es'], total: 2, hasMore: false })
      const template = { type: 'ref/resource', uri: 'library+fixture://novels/{volume}' }
      t.match((await client.complete({ ref: template, argument: { name: 'volume', value: '' } })).completion, { total: 150, hasMore: true, values: { length: 100 } })
      t.equal(await codeOf(client.complete({ ref: { type: 'ref/prompt', name: 'nothing' }, argument: { name: 'a', value: '' } })), -32_602)
    })

    await t.test('calls tools', async (t) => {
      t.equal(await textOf(client, 'greet', { name: 'World' }), 'Hello, World!')
      t.match(await client.callTool({ name: 'test_error_handling' }), { isError: true })
      t.match(await client.callTool({ name: 'strict_choice', arguments: { colour: 'red' } }), { structuredContent: { colour: 'red', count: 1 } })
      t.match(await client.callTool({ name: 'strict_choice', arguments: { colour: 'pink' } }), { isError: true })
      t.match(await client.callTool({ name: 'strict_choice', arguments: { colour: 'red', shade: 1 } }), { isError: true })
      t.equal(await codeOf(client.callTool({ name: 'toString' })), -32_602)
      const mirrored = { tenant: 'ä', shard: 42, dry: false, place: { zone: 'eu' } }
      t.match(await client.callTool({ name: 'mirrored_params', arguments: mirrored }), { structuredContent: mirrored })
    })

    await t.test('answers what it is asked', async (t) => {
      t.equal(await textOf(client, 'test_input_required_result_elicitation'), 'Hello, en!')
      t.match(await textOf(client, 'test_input_required_result_sampling'), /Paris/)
      t.match(await textOf(client, 'test_input_required_result_list_roots'), /^1 roots/)
      t.equal(await textOf(client, 'test_input_required_result_request_state'), 'state-ok')
      t.equal(await textOf(client, 'test_input_required_result_multi_round'), 'en likes en')
      t.match(await textOf(client, 'test_input_required_result_multiple_inputs'), /Paris en/)
      t.match(await textOf(client, 'test_elicitation', { message: 'Who?' }), /"username":"en"/)
      t.equal(await textOf(client, 'elicit_url'), 'The user looked.')
      t.match(await textOf(client, 'sample_with_tools'), /Paris/)
    })

    await t.test('logs at the level that was asked for', async (t) => {
      if (kind.era === 'modern') {
        await client.callTool({ name: 'log_every_level' })
        t.strictSame(logged, [], 'without a level, nothing')
        return
      }
      t.equal(await codeOf(client.setLoggingLevel('loud')), -32_602)
      await client.setLoggingLevel('error')
      await client.callTool({ name: 'log_every_level' })
      t.strictSame(logged, ['error', 'critical', 'alert', 'emergency'])
    })

    await t.test('reports progress', async (t) => {
      const seen: number[] = []
      const options = { onprogress: ({ progress }: { progress: number }) => void seen.push(progress) }
      const params = { name: 'test_tool_with_progress' }
      await (kind.name.startsWith('1') ? client.callTool(params, undefined, options) : client.callTool(params, options))
      // Over stdio, the clients forget who waits for progress where they read the answer in the same chunk.
      if (kind.transport === 'http') t.strictSame(seen, [0, 50, 100])
    })

    await t.test('is told of updates to what it subscribed to', async (t) => {
      const next = connected.nextUpdate()
      await client.subscribeResource({ uri: 'test://watched-resource' })
      t.equal(await next, 'test://watched-resource')
      await client.unsubscribeResource({ uri: 'test://watched-resource' })
    })
  })
}
