/** A tool whose result carries metadata of its own, under a prefix of its own. */
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool } from '../feature.ts'

const answer = { ...text('The metadata says where this comes from.'), _meta: { 'com.example/origin': 'fixture-server' } }

export const withMetadata: FixtureTool = {
  name: 'with_metadata',
  description: 'Answers a text with metadata.',
  inputSchema: noInput,
  annotations: readOnly,
  run: () => answer,
}
