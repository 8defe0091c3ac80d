/** What the requests of one fixture server share: what it offers, the events it sends, and what outlives a request. */
import { InMemoryServerEventBus } from '@modelcontextprotocol/server'
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server'
import type { ToolTable } from '../../server/tools/tool.ts'
import type { FixturePrompt, FixtureResource, FixtureTemplate, FixtureTool } from './feature.ts'
import { prompts } from './prompts/index.ts'
import { RequestStates } from './request-state.ts'
import { resources, templates } from './resources/index.ts'
import { TaskStore } from './tasks/store.ts'
import { handoffTools } from './tools/handoff.ts'
import { tools } from './tools/index.ts'
import { Witness } from './witness.ts'

/** How often open streams get events, in ms. */
const eventIntervalMs = 100
/** How long a client has to answer what it was asked, in s. */
const stateTtlS = 300

export interface FixtureOptions {
  readonly table: ToolTable
  /** Whether 2025 clients have a stream that outlives a request, so that they can be told of changes. */
  readonly longLived: boolean
  /** What answers events on a connection of its own (stdio); over HTTP the entry of the SDK does. */
  readonly connected: boolean
}

export interface Fixture {
  readonly tools: readonly FixtureTool[]
  readonly resources: readonly FixtureResource[]
  readonly templates: readonly FixtureTemplate[]
  readonly prompts: readonly FixturePrompt[]
  readonly states: RequestStates
  readonly tasks: TaskStore
  readonly witness: Witness
  readonly bus: ServerEventBus
  readonly longLived: boolean
  readonly connected: boolean
  close(): void
}

export function createFixture({ table, longLived, connected }: FixtureOptions): Fixture {
  const bus = new InMemoryServerEventBus()
  const timer = setInterval(beat(bus), eventIntervalMs)
  timer.unref()
  const tasks = new TaskStore()
  return {
    tools: [...handoffTools(table), ...tools],
    resources,
    templates,
    prompts,
    states: new RequestStates(stateTtlS),
    tasks,
    witness: new Witness(),
    bus,
    longLived,
    connected,
    close: () => {
      clearInterval(timer)
      tasks.close()
    },
  }
}

/** The tools are announced at each beat, and in turn one of the others: so a filter that lets too much through shows. */
function beat(bus: ServerEventBus): () => void {
  const others: readonly ServerEvent[] = [
    { kind: 'prompts_list_changed' },
    { kind: 'resources_list_changed' },
    ...resources.slice(0, 4).map(({ uri }): ServerEvent => ({ kind: 'resource_updated', uri })),
  ]
  let count = 0
  return () => {
    bus.publish({ kind: 'tools_list_changed' })
    const other = others[count % others.length]
    if (other !== undefined) bus.publish(other)
    count += 1
  }
}
