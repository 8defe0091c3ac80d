/** What elicitations ask for: no secrets in forms, flat forms, and URLs that can be opened safely. */
import type { Case } from '../../harness/run/case.ts'
import type { JsonObject } from '../../harness/peer/peer.ts'
import { eachChannel } from '../support/channels.ts'
import { elicitations, judgeUrl, nestedFields, secretFields } from '../support/input-requests/input-request-checks.ts'
import { askedCalls } from '../support/input-requests/input-requests.ts'
import { modernCase } from './define.ts'

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.elicitation-forms',
    title: 'Forms are flat and ask for no secrets',
    requirements: ['mcp-2026-07-28.elicitation-no-secrets', 'mcp-2026-07-28.elicitation-form-flat'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const forms = (await askedCalls(context, peer)).flatMap(({ asked }) => elicitations(asked).forms)
      if (forms.length === 0) context.notApplicable('the target asks with no form')
      const judge = (requirement: string, count: (form: JsonObject) => number, expected: string): void => {
        const found = sum(forms.map((form) => count(form)))
        context.observe({ requirement, input: channel, ok: found === 0, expected, actual: `${found} in ${forms.length} forms` })
      }
      judge('mcp-2026-07-28.elicitation-no-secrets', secretFields, 'no field for a password, a key, a token or a payment card')
      judge('mcp-2026-07-28.elicitation-form-flat', nestedFields, 'no field but strings, numbers, booleans and enumerations')
    }),
    explain: {
      sends: 'Calls that only read, by a client that declares everything; the forms among what they ask for are judged.',
      expects: 'Properties that are strings, numbers, booleans or enumerations, and none that is named after a secret.',
      why: 'What is typed into a form goes through the client and may reach a model and its logs; secrets belong on a page of the server.',
      failure: 'A form asks for an API key or a password, or its schema nests objects.',
      fix: 'Use an elicitation by URL for secrets, and ask for one thing after the other.',
    },
  }),
  modernCase({
    id: 'spec.elicitation-urls',
    title: 'URLs of elicitations are valid, and safe to open',
    requirements: ['mcp-2026-07-28.elicitation-url-valid', 'mcp-2026-07-28.elicitation-no-secrets', 'mcp-2026-07-28.elicitation-url-https'],
    scenario: async (context) => eachChannel(context, async (peer, channel) => {
      const verdicts = (await askedCalls(context, peer)).flatMap(({ asked }) => elicitations(asked).urls.map((params) => judgeUrl(params)))
      if (verdicts.length === 0) context.notApplicable('the target asks with no URL')
      const judge = (requirement: string, wrong: string, expected: string): void => {
        const found = verdicts.filter((verdict) => verdict === wrong).length
        context.observe({ requirement, input: channel, ok: found === 0, expected, actual: `${found} of ${verdicts.length} URLs are otherwise` })
      }
      judge('mcp-2026-07-28.elicitation-url-valid', 'invalid', 'absolute URLs')
      judge('mcp-2026-07-28.elicitation-no-secrets', 'credentials', 'URLs without a user name and password')
      judge('mcp-2026-07-28.elicitation-url-https', 'insecure', 'https, or http to the host itself')
    }),
    explain: {
      sends: 'Calls that only read, by a client that declares everything; the URLs among what they ask for are judged, and none is opened.',
      expects: 'Absolute https URLs without credentials; http to a loopback address counts as development.',
      why: 'The user opens the URL in a browser, on the word of the client.',
      failure: 'The URL is relative, has another scheme, or carries a user name and password.',
      fix: 'Give the full https URL of a page that finds out by itself who opens it.',
    },
  }),
]
