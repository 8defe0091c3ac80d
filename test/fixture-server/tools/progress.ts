/** A tool with three steps of progress, as the official framework names it. */
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

export const testToolWithProgress: FixtureTool = {
  name: 'test_tool_with_progress',
  description: 'Reports progress at 0, 50 and 100 of 100, and answers the token it was given.',
  inputSchema: noInput,
  annotations: readOnly,
  run: async (_input, { request }) => {
    const progressToken = request.mcpReq._meta?.progressToken
    if (progressToken === undefined) return text('no token')
    for (const progress of [0, 50, 100]) {
      await request.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100, message: `${progress} of 100` },
      })
    }
    return text(String(progressToken))
  },
}
