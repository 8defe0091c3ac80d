/** Faults of the shape of messages, which nothing but the schema of the revision tells. */
import { onItems, onNotification, onResult } from '../rewrite/build.ts'
import { objectOr } from '../rewrite/rewrite.ts'
import type { RewriteMutant } from '../mutant.ts'

export const schema: readonly RewriteMutant[] = [
  {
    id: 'tool-title-number',
    title: 'Tools are listed with a number for a title.',
    target: 'reference',
    rewrite: onItems('tools/list', 'tools', (tool, index) => ({ ...tool, title: index })),
    kills: ['spec.messages-match-schema'],
  },
  {
    id: 'list-hint-number',
    title: 'A hint of a tool is a number where it is true or false.',
    target: 'fixture-2025',
    rewrite: onItems('tools/list', 'tools', (tool) => ({ ...tool, annotations: { ...objectOr(tool['annotations']), idempotentHint: 1 } })),
    kills: ['spec.messages-match-schema'],
  },
  {
    id: 'list-cursor-number',
    title: 'A list has a number for a cursor.',
    target: 'reference-stdio',
    rewrite: onResult('tools/list', (result) => ({ ...result, nextCursor: 7 })),
    kills: ['spec.messages-match-schema'],
  },
  {
    id: 'progress-message-number',
    title: 'Progress is told with a number for a message.',
    target: 'fixture',
    rewrite: onNotification('notifications/progress', (message) => ({ ...message, params: { ...objectOr(message['params']), message: 7 } })),
    kills: ['spec.messages-match-schema'],
  },
]
