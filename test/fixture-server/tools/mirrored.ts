/** Tools with parameters that are mirrored in fields of the request (2026-07-28 server/tools, x-mcp-header). */
import { readOnly, structured, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

export const mirroredTools: readonly FixtureTool[] = [
  {
    name: 'test_x_mcp_header',
    description: 'Takes a region, which is mirrored in a field, and a level, which is not.',
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', description: 'Mirrored in Mcp-Param-Region.', 'x-mcp-header': 'Region' },
        level: { type: 'integer', description: 'Not mirrored.' },
      },
    },
    annotations: readOnly,
    run: (input) => text(`region ${typeof input['region'] === 'string' ? input['region'] : 'none'}`),
  },
  {
    name: 'mirrored_params',
    description: 'Takes a string, an integer, a boolean and a nested string, each mirrored in a field.',
    inputSchema: {
      type: 'object',
      properties: {
        tenant: { type: 'string', 'x-mcp-header': 'Tenant' },
        shard: { type: 'integer', 'x-mcp-header': 'Shard' },
        dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
        place: {
          type: 'object',
          properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    annotations: readOnly,
    run: (input) => structured(input),
  },
]
