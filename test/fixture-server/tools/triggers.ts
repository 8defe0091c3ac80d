/** Tools that make something change, so that whoever listens is told. */
import type { ServerEvent } from '@modelcontextprotocol/server'
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

function triggers(name: string, what: string, event: ServerEvent): FixtureTool {
  return {
    name,
    description: `Says to all who listen that ${what}.`,
    inputSchema: noInput,
    annotations: readOnly,
    run: (_input, { fixture }) => {
      fixture.bus.publish(event)
      return text('told')
    },
  }
}

export const triggerTools: readonly FixtureTool[] = [
  triggers('test_trigger_tool_change', 'the tools have changed', { kind: 'tools_list_changed' }),
  triggers('test_trigger_prompt_change', 'the prompts have changed', { kind: 'prompts_list_changed' }),
]

export const moreTriggerTools: readonly FixtureTool[] = [
  triggers('trigger_resource_change', 'the resources have changed', { kind: 'resources_list_changed' }),
  triggers('trigger_resource_update', 'test://watched-resource was updated', { kind: 'resource_updated', uri: 'test://watched-resource' }),
]
