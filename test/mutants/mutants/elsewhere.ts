/** Faults that let a token count that does not stand in the Authorization field. */
import type { ServerMutant } from '../mutant.ts'
import { withSmallBody } from './small-body.ts'

const bearer = 'server/auth/bearer.ts'
const content = 'server/http/guards/content.ts'
const inQuery = "if (hasQueryToken(requestTarget)) return { kind: 'fault', fault: 'in-query' }"
const authorizationOnly = "if (rawHeaders[index]?.toLowerCase() === 'authorization')"

export const elsewhere: readonly ServerMutant[] = [
  {
    id: 'query-token-accepted',
    title: 'A token in the query gives access where the field is absent.',
    target: 'reference',
    patch: {
      file: bearer,
      find: inQuery,
      replace: `if (hasQueryToken(requestTarget) && fields.length === 0) {
    return { kind: 'bearer', token: new URLSearchParams(requestTarget.split('?')[1]).get('access_token') ?? '' }
  }
  ${inQuery}`,
    },
    kills: ['auth.query-token'],
  },
  {
    id: 'query-token-ignored',
    title: 'A token in the query beside the field is not looked at.',
    target: 'reference',
    patch: { file: bearer, find: inQuery, replace: '' },
    kills: ['auth.query-and-header'],
  },
  {
    id: 'json-token-ignored',
    title: 'A token in the JSON body beside the field is not looked at.',
    target: 'reference',
    patch: { file: 'server/http/mcp-route.ts', find: 'if (hasAccessToken(message))', replace: 'if (hasAccessToken(message)) delete (message as any).access_token\n    if (hasAccessToken(message))' },
    kills: ['auth.json-body-token'],
  },
  {
    id: 'no-json-token-guard',
    title: 'A token in the JSON body is left to the protocol, which refuses the member without a challenge.',
    target: 'reference',
    patch: { file: 'server/http/mcp-route.ts', find: 'if (hasAccessToken(message))', replace: 'if (false)' },
    kills: ['auth.json-body-token'],
  },
  {
    id: 'json-token-accepted',
    title: 'A token in the JSON body gives access where the field is absent.',
    target: 'reference',
    patch: withSmallBody('if (await admit(message?.access_token, { ...message, access_token: undefined })) return'),
    kills: ['auth.json-body-token'],
  },
  {
    id: 'form-token-ignored',
    title: 'A form is refused as a wrong type without a look at the token in it.',
    target: 'reference',
    patch: { file: content, find: "if (new URLSearchParams(text).has('access_token')) return true", replace: '' },
    kills: ['auth.form-body-token'],
  },
  {
    id: 'multipart-token-ignored',
    title: 'A multipart body is refused as a wrong type without a look at the token in it.',
    target: 'reference',
    patch: { file: content, find: 'return /content-disposition:', replace: 'return text === text + 1 && /content-disposition:' },
    kills: ['auth.multipart-body-token'],
  },
  {
    id: 'meta-token-accepted',
    title: 'A token in _meta gives access where the field is absent.',
    target: 'reference',
    patch: withSmallBody('if (await admit(message?.params?._meta?.access_token)) return'),
    kills: ['auth.meta-token'],
  },
  {
    id: 'argument-token-accepted',
    title: 'A token in the arguments of a tool gives access where the field is absent.',
    target: 'reference',
    patch: withSmallBody('if (await admit(message?.params?.arguments?.token)) return'),
    kills: ['auth.argument-token'],
  },
  {
    id: 'argument-token-echoed',
    title: 'A refusal repeats the arguments that came without credentials.',
    target: 'reference',
    patch: withSmallBody("if (message?.params?.arguments?.token !== undefined) return refuse(response, { ...(judgement as any).refusal, description: JSON.stringify(message.params.arguments) })"),
    kills: ['auth.argument-token'],
  },
  {
    id: 'cookie-accepted',
    title: 'A token in a cookie gives access where the field is absent.',
    target: 'reference',
    patch: {
      file: bearer,
      find: '  return values\n}',
      replace: `  const cookie = rawHeaders[rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'cookie') + 1]
  const token = /access_token=([^;]+)/.exec(cookie ?? '')?.[1]
  if (values.length === 0 && token !== undefined) return ['Bearer ' + token]
  return values
}`,
    },
    kills: ['auth.cookie-token'],
  },
  {
    id: 'api-key-accepted',
    title: 'A token in X-Api-Key gives access.',
    target: 'reference',
    patch: {
      file: bearer,
      find: authorizationOnly,
      replace: `if (rawHeaders[index]?.toLowerCase() === 'x-api-key') values.push('Bearer ' + rawHeaders[index + 1])\n    ${authorizationOnly}`,
    },
    kills: ['auth.custom-header-token'],
  },
  {
    id: 'proxy-field-read',
    title: 'Proxy-Authorization is read like Authorization.',
    target: 'reference',
    patch: { file: bearer, find: authorizationOnly, replace: "if (['authorization', 'proxy-authorization'].includes(rawHeaders[index]?.toLowerCase() ?? ''))" },
    kills: ['auth.proxy-authorization'],
  },
]
