/** Resources with a text, a picture, and one that says that it changed; and notes enough for several pages. */
import { imageData } from '../media.ts'
import type { FixtureResource } from '../feature.ts'

const watched: readonly FixtureResource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    title: 'Static text',
    description: 'A text that never changes.',
    mimeType: 'text/plain',
    read: () => ({ text: 'This is the content of the static text resource.' }),
  },
  {
    uri: 'test://static-binary',
    name: 'static-binary',
    title: 'Static picture',
    description: 'A picture that never changes.',
    mimeType: 'image/png',
    read: () => ({ blob: imageData }),
  },
  {
    uri: 'test://watched-resource',
    name: 'watched-resource',
    title: 'Watched text',
    description: 'A text whose updates are announced now and then.',
    mimeType: 'text/plain',
    read: () => ({ text: 'Watched content.' }),
  },
]

const notes = Array.from({ length: 21 }, (_, index): FixtureResource => {
  const number = String(index + 1).padStart(2, '0')
  return {
    uri: `note+fixture://notebook/${number}`,
    name: `note-${number}`,
    title: `Note ${number}`,
    description: `Note ${number} of a notebook.`,
    mimeType: 'text/markdown',
    read: () => ({ text: `# Note ${number}` }),
  }
})

export const staticResources: readonly FixtureResource[] = [...watched, ...notes]
