/** The lists of resources and of prompts are the same for every connection, as that of tools is. */
import type { Case } from '../../harness/run/case.ts'
import { eachChannel } from '../support/channels.ts'
import { checkListStable } from '../support/features/list-stability.ts'
import { modernCase } from './define.ts'

const lists = [
  { list: 'resources', by: 'uri', requirement: 'mcp-2026-07-28.resources-list-stable' },
  { list: 'prompts', by: 'name', requirement: 'mcp-2026-07-28.prompts-list-stable' },
] as const

export const cases: readonly Case[] = [
  modernCase({
    id: 'spec.lists-stable',
    title: 'The lists of resources and of prompts are the same on each connection and after other requests',
    requirements: lists.map(({ requirement }) => requirement),
    async scenario(context) {
      for (const { requirement, ...listed } of lists) {
        await eachChannel(context, async (peer, channel) => checkListStable(context, peer, `${channel}: ${listed.list}`, listed, { set: requirement }))
      }
    },
    explain: {
      sends: 'resources/list and prompts/list on one connection and on a second one, then a call of a tool that only reads, then both lists on both connections again.',
      expects: 'The same resources and the same prompts each time; a list that changes once while the case runs is asked for again.',
      why: 'Requests are independent of one another, and clients cache the lists.',
      failure: 'Resources or prompts are registered for a connection, or by a call.',
      fix: 'Make each list from the configuration and the credentials of the request alone.',
    },
  }),
]
