/** Prompts with a picture, a sound, or a resource in them. */
import { audioData, imageData } from '../media.ts'
import { says } from './plain.ts'
import type { FixturePrompt } from '../feature.ts'

export const richPrompts: readonly FixturePrompt[] = [
  {
    name: 'test_prompt_with_embedded_resource',
    title: 'A prompt with a resource in it',
    description: 'Holds a resource under the URI that it is given.',
    arguments: [{ name: 'resourceUri', description: 'The URI of the resource.', required: true, values: ['test://example-resource', 'test://static-text'] }],
    get: ({ resourceUri }) => ({
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri: embedded(resourceUri), mimeType: 'text/plain', text: 'Embedded resource content for testing.' } } },
        says('Please read the resource above.'),
      ],
    }),
  },
  {
    name: 'test_prompt_with_image',
    title: 'A prompt with a picture in it',
    description: 'Holds a picture.',
    get: () => ({
      messages: [{ role: 'user', content: { type: 'image', data: imageData, mimeType: 'image/png' } }, says('Please look at the picture above.')],
    }),
  },
  {
    name: 'prompt_with_audio',
    title: 'A prompt with a sound in it',
    description: 'Holds a sound.',
    get: () => ({
      messages: [{ role: 'user', content: { type: 'audio', data: audioData, mimeType: 'audio/wav' } }, says('Please listen to the sound above.')],
    }),
  },
  {
    name: 'prompt_with_blob',
    title: 'A prompt with a binary resource in it',
    description: 'Holds a resource of bytes, and an answer of the assistant.',
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri: 'test://static-binary', mimeType: 'image/png', blob: imageData } } },
        { role: 'assistant', content: { type: 'text', text: 'I see one red point.' } },
      ],
    }),
  },
]

/** What is no URI is nothing that can be embedded under. */
function embedded(uri: string | undefined): string {
  return uri !== undefined && URL.canParse(uri) ? uri : 'test://example-resource'
}
