/** The table of the reference server's tools, as a running server lists them. */
import { createReferenceDriver } from '../../harness/fixture/reference.ts'
import { startHttpServer } from '../../server/index.ts'
import { code, table } from './markdown.ts'

interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>>; readonly required?: readonly string[] }
  readonly annotations: { readonly readOnlyHint: boolean }
}

export async function serverToolTable(): Promise<string> {
  const rows = (await listTools()).map(({ name, description, inputSchema, annotations }) => {
    const fields = Object.keys(inputSchema.properties ?? {}).map((field) => code(inputSchema.required?.includes(field) === true ? field : `${field}?`))
    return [code(name), annotations.readOnlyHint ? 'reads' : 'writes', description, fields.join(', ')]
  })
  return table(['tool', 'effect', 'what', 'input'], rows)
}

async function listTools(): Promise<readonly ListedTool[]> {
  const fixture = await createReferenceDriver({ start: startHttpServer }).open()
  try {
    const response = await fetch(fixture.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fixture.identities['alpha']?.token ?? ''}`,
        accept: 'application/json, text/event-stream', 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25',
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    const answer = /\{.*\}/.exec(await response.text())?.[0]
    if (answer === undefined) throw new Error(`the server did not list its tools: ${response.status}`)
    return (JSON.parse(answer) as { result: { tools: readonly ListedTool[] } }).result.tools
  } finally {
    await fixture.close()
  }
}
