/** From an input of accept_handoff to a request of the endpoint over plain HTTP, whose path names the project. */
import type { Identity } from '../../harness/fixture/driver.ts'
import { acceptancePath } from '../../harness/target/acceptance.ts'
import type { JsonObject } from '../../harness/wire/json.ts'
import type { HttpRequest } from '../../harness/wire/message.ts'

/** What goes where; or why no request can say it. */
export type PlainInput =
  | { readonly kind: 'request'; readonly projectId: string; readonly body: JsonObject }
  | { readonly kind: 'unsayable'; readonly reason: string }

/** Stands in the path where the input names no project and none would change the answer. */
const anyProject = 'proj-alpha'

/** @param refused Whether the input is expected to be refused, whatever it names. */
export function plainInput({ project_id: projectId, ...body }: JsonObject, refused: boolean): PlainInput {
  if (projectId === undefined || projectId === null) {
    return namesNothing(body, refused) ? { kind: 'request', projectId: anyProject, body } : { kind: 'unsayable', reason: 'the path always names a project, and here the answer depends on there being none' }
  }
  if (typeof projectId !== 'string') return { kind: 'unsayable', reason: 'the project in a path is always a text' }
  if (acceptancePath('/{project_id}', projectId) === undefined) return { kind: 'unsayable', reason: 'no path can carry the project' }
  return { kind: 'request', projectId, body }
}

/** The project counts for the token, for the tag in the body, and where a name would otherwise be resolved. */
function namesNothing(input: JsonObject, refused: boolean): boolean {
  if (typeof input['project_name'] === 'string') return false
  if (refused) return true
  const { goal_token: token = null, presented_body: body = null } = input
  return (token === null || token === '') && !(typeof body === 'string' && /<project_start_config/i.test(body))
}

/** @param path The endpoint's own, with `{project_id}`. @throws Error where no path can carry the project. */
export function plainRequest(path: string, identity: Identity | undefined, projectId: string, body: string | Uint8Array): HttpRequest {
  const target = acceptancePath(path, projectId)
  if (target === undefined) throw new Error('no path can carry the project')
  const token = identity?.token ?? ''
  return {
    method: 'POST',
    target,
    headers: [['Content-Type', 'application/json'], ['Accept', 'application/json'], ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] as const])],
    body: Buffer.from(body),
  }
}
