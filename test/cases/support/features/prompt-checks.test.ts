import t from 'tap'
import { promptCall } from '../../../../cases/support/features/prompt-checks.ts'

t.test('every required argument of a prompt is given, and a URI where its name asks for one', async (t) => {
  const required = (name: string) => ({ name, required: true })
  t.same(promptCall({ name: 'plain' }), { method: 'prompts/get', params: { name: 'plain' } })
  t.same(promptCall({ name: 'choosy', arguments: [required('topic'), { name: 'left', required: false }, { name: 'out' }] }).params, { name: 'choosy', arguments: { topic: 'example' } })
  // A server may well put such an argument where the schema of its messages wants a URI.
  for (const name of ['uri', 'resourceUri', 'resource_url', 'URL']) {
    const { params } = promptCall({ name: 'embeds', arguments: [required(name)] })
    t.same(params, { name: 'embeds', arguments: { [name]: 'https://example.com/' } })
  }
})
