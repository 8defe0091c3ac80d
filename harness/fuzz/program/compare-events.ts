/** The events that a target shows of a handoff, held against those of the model, against the chain, and against what was shown before. */
import type { SeenEvent, SeenHandoff } from '../../handoff/contract.ts'
import { eventsProblem } from '../../handoff/event-chain.ts'
import type { ModelHandoff } from '../model/world.ts'
import type { Comparing } from './compare-handoff.ts'
import { difference } from './difference.ts'
import type { Difference } from './difference.ts'

export function eventsDifference(model: ModelHandoff, handoff: SeenHandoff, events: readonly SeenEvent[], { book, adapter, exactTimes }: Comparing): Difference | undefined {
  if (events.length !== model.events.length) return difference('events', counted(model.events.length), counted(events.length))
  for (const [index, event] of model.events.entries()) {
    const seen = events[index]
    const actor = event.actor === 'server' ? event.actor : book.idOfAgent(event.actor)
    const which = `event ${index + 1}`
    if (seen?.to_status !== event.to) return difference('events', `${which} leading to ${event.to}`, `to ${seen?.to_status ?? 'nothing'}`)
    if (adapter.event['from_status'] !== undefined && seen.from_status !== event.from) return difference('events', `${which} from ${event.from ?? 'nothing'}`, `from ${seen.from_status ?? 'nothing'}`)
    if (seen.actor !== actor) return difference('events', `${which} by ${event.actor}`, 'by another actor')
    if (adapter.event['note'] !== undefined && seen.note !== event.note) return difference('events', `${which} ${event.note === undefined ? 'without a note' : 'with its note'}`, seen.note === undefined ? 'without one' : 'with another one')
    if (seen.created_at === undefined) continue
    const off = Date.parse(seen.created_at) - event.at
    if (exactTimes && (event.actor === 'server' ? off < 0 : off !== 0)) return difference('events', `${which} at the time of the change`, 'at another time')
  }
  const last = events.at(-1)
  if (last?.created_at !== undefined && handoff.updated_at !== undefined && last.created_at !== handoff.updated_at) return difference('events', 'updated_at of the handoff at the time of its last event', 'at another time')
  const broken = eventsProblem(handoff, events)
  if (broken !== undefined) return difference('events', 'events that lead on from one another, each with the hash of its content', broken)
  const before = book.events(model.number, events)
  const shown = (event: SeenEvent | undefined): string => JSON.stringify(Object.entries({ ...event }).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const changed = before.findIndex((event, index) => shown(event) !== shown(events[index]))
  return changed === -1 ? undefined : difference('events', `event ${changed + 1} as it was shown before`, 'another one')
}

function counted(count: number): string {
  return `${count} event${count === 1 ? '' : 's'}`
}
