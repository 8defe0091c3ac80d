/** Tools that log while they run; who asked for no level gets none of it. */
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

export const loggingTools: readonly FixtureTool[] = [
  {
    name: 'test_logging_tool',
    description: 'Logs once, and answers.',
    inputSchema: noInput,
    annotations: readOnly,
    run: async (_input, { log }) => {
      await log('info', 'The tool ran.')
      return text('logged')
    },
  },
  {
    name: 'test_tool_with_logging',
    description: 'Logs at its beginning, in between and at its end, and answers.',
    inputSchema: noInput,
    annotations: readOnly,
    run: async (_input, { log }) => {
      await log('info', 'Tool execution started')
      await log('info', 'Tool processing data')
      await log('info', 'Tool execution completed')
      return text('Logged three times.')
    },
  },
  {
    name: 'log_every_level',
    description: 'Logs once at each level, from debug to emergency, and answers.',
    inputSchema: noInput,
    annotations: readOnly,
    run: async (_input, { log }) => {
      for (const level of ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const) await log(level, { level })
      return text('eight levels')
    },
  },
]
