/** Tools that answer one kind of content each, as the official framework names them. */
import { audioData, imageData } from '../media.ts'
import { noInput, readOnly, text } from '../feature.ts'
import type { FixtureTool, JsonObject } from '../feature.ts'

const image: JsonObject = { type: 'image', data: imageData, mimeType: 'image/png' }

function shows(name: string, description: string, content: readonly JsonObject[]): FixtureTool {
  return { name, description, inputSchema: noInput, annotations: readOnly, run: () => ({ content }) }
}

export const contentTools: readonly FixtureTool[] = [
  shows('test_simple_text', 'Answers a text.', text('This is a simple text response for testing.').content),
  shows('test_image_content', 'Answers an image.', [image]),
  shows('test_audio_content', 'Answers a sound.', [{ type: 'audio', data: audioData, mimeType: 'audio/wav' }]),
  shows('test_embedded_resource', 'Answers an embedded resource.', [
    { type: 'resource', resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'The text of an embedded resource.' } },
  ]),
  shows('test_multiple_content_types', 'Answers a text, an image and an embedded resource.', [
    { type: 'text', text: 'Several kinds of content:' },
    image,
    { type: 'resource', resource: { uri: 'test://mixed-content-resource', mimeType: 'application/json', text: '{"test":"data","value":123}' } },
  ]),
  shows('resource_link', 'Answers a link to a resource of this server.', [
    { type: 'resource_link', uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  ]),
  {
    name: 'test_error_handling',
    description: 'Always fails.',
    inputSchema: noInput,
    annotations: readOnly,
    run: () => ({ ...text('This tool fails whenever it is called.'), isError: true }),
  },
]
