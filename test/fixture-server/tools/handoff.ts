/** The tools of the reference, as the reference answers them. */
import type { ToolTable } from '../../../server/tools/tool.ts'
import type { FixtureTool, JsonObject, ToolAnswer } from '../feature.ts'

export function handoffTools(table: ToolTable): FixtureTool[] {
  return table.tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: { ...tool.annotations },
    // The table judges the arguments by itself, and says what is wrong in its own form.
    judgesInput: true,
    run: async (input: JsonObject, { caller }): Promise<ToolAnswer> => {
      const { content, structuredContent, isError } = await table.call(tool, input, caller())
      return { content: content.map((block) => ({ ...block })), structuredContent, ...(isError === true && { isError }) }
    },
  }))
}
