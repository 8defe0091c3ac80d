/** A client of one HTTP exchange that may be an event stream. */
import { fetch } from 'undici'

export interface Exchange {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** The next JSON-RPC message of the stream; undefined where it has ended. Comments are passed over. */
  next(): Promise<Message | undefined>
  /** All that is still to come. */
  rest(): Promise<Message[]>
  text(): Promise<string>
  abort(): void
}

export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

export async function exchange(
  url: string,
  options: { method?: string; token?: string; fields?: readonly (readonly [string, string])[]; body?: unknown },
): Promise<Exchange> {
  const controller = new AbortController()
  const response = await fetch(url, {
    method: options.method ?? 'POST',
    headers: [
      ...(options.fields ?? []).map(([name, value]): [string, string] => [name, value]),
      ...(options.token === undefined ? [] : [['Authorization', `Bearer ${options.token}`] as [string, string]]),
    ],
    signal: controller.signal,
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  const events = readEvents(response.body)
  const next = async (): Promise<Message | undefined> => {
    const { value, done } = await events.next()
    return done === true ? undefined : value
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    rest: async () => {
      const messages: Message[] = []
      for (let message = await next(); message !== undefined; message = await next()) messages.push(message)
      return messages
    },
    text: async () => response.text(),
    abort: () => controller.abort(),
  }
}

async function* readEvents(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Message> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = text.slice(0, end).split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim())
      text = text.slice(end + 2)
      if (data.some((line) => line !== '')) yield JSON.parse(data.join('\n')) as Message
    }
  }
}
