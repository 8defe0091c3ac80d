/**
 * The request target as it was sent (RFC 9112 §3.2). Paths are compared byte for byte: nothing is decoded, no dot
 * segment is removed, so that there is one spelling of each route and no second one around a guard.
 */

export interface RequestTarget {
  readonly path: string
  /** Without the question mark; empty where there is none. */
  readonly query: string
  /** Host and port of an absolute-form target. */
  readonly authority: string | undefined
}

const absoluteForm = /^https?:\/\/([^/?#]*)([^?#]*)(?:\?(.*))?$/i

/** Undefined for a target that is neither origin-form, absolute-form nor `*`. */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  if (target.startsWith('/')) {
    const [path, query] = splitQuery(target)
    return { path, query, authority: undefined }
  }
  if (target === '*') return { path: '*', query: '', authority: undefined }
  const absolute = absoluteForm.exec(target)
  if (absolute === null) return undefined
  const path = absolute[2] ?? ''
  return { path: path === '' ? '/' : path, query: absolute[3] ?? '', authority: absolute[1] ?? '' }
}

function splitQuery(target: string): [path: string, query: string] {
  const mark = target.indexOf('?')
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}
