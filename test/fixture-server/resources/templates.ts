/** Templates: one as the official framework names it, and several for a second page. */
import type { FixtureTemplate } from '../feature.ts'

const framework: FixtureTemplate = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  title: 'Data by id',
  description: 'The data that belongs to an id of letters and digits.',
  mimeType: 'application/json',
  variables: { id: ['123', '124', '200', 'abc'] },
  read: ({ id = '' }) => (/^[A-Za-z0-9]{1,64}$/.test(id) ? { text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) } : undefined),
}

const shelves = ['atlases', 'cookbooks', 'essays', 'novels', 'plays', 'poems'].map((shelf): FixtureTemplate => ({
  uriTemplate: `library+fixture://${shelf}/{volume}`,
  name: shelf,
  title: `Volumes of ${shelf}`,
  description: `A volume from 1 to 150 on the shelf of ${shelf}.`,
  mimeType: 'text/plain',
  variables: { volume: Array.from({ length: 150 }, (_, index) => String(index + 1)) },
  read: ({ volume = '' }) => (/^(?:[1-9]|[1-9]\d|1[0-4]\d|150)$/.test(volume) ? { text: `Volume ${volume} of ${shelf}.` } : undefined),
}))

export const templates: readonly FixtureTemplate[] = [framework, ...shelves]
