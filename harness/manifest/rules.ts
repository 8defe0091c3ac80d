/** Every rule about `server.json`, in the order in which a reader meets its subject. */
import { identityRules } from './identity.ts'
import { linkRules } from './links.ts'
import { packageRules } from './packages.ts'
import type { Rule } from './rule.ts'
import { schemaRules } from './schema.ts'
import { transportRules } from './transports.ts'

export const manifestRules: readonly Rule[] = [...schemaRules, ...identityRules, ...linkRules, ...packageRules, ...transportRules]
