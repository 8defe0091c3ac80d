/** The servers of ours that mutants are made of, by name, clean, patched or behind a proxy. */
import { join } from 'node:path'
import { createReferenceDriver } from '../../harness/fixture/reference.ts'
import type { ReferenceServer, ReferenceStartOptions } from '../../harness/fixture/reference.ts'
import type { Ability, Driver, Fixture } from '../../harness/fixture/driver.ts'
import { referenceAdapter } from '../../harness/target/adapter.ts'
import type { TargetInput } from '../../harness/target/target-input.ts'
import { loadPatched, NotLoaded } from './graph.ts'
import type { Patch } from './mutant.ts'
import { createReport } from './patch-report.ts'
import { hook, root } from './places.ts'
import { proxyFaults } from './proxy-faults.ts'
import { isInValidator, validatorOf } from './registry-validator.ts'
import { startProxy } from './proxy.ts'
import { startRewriting } from './rewrite/http-proxy.ts'
import type { Rewrite } from './rewrite/rewrite.ts'
import { isStdioName, stdioNames, stdioTarget } from './stdio-target.ts'
import type { StdioName } from './stdio-target.ts'

/**
 * `fixture-2025` is the fixture server, spoken to in the sessions of that revision; `fixture-modern` serves 2026-07-28
 * alone, `fixture-legacy` the earlier revisions alone. `reference-process` can also be a process of its own, to be killed,
 * and speaks over stdio beside HTTP. The last three speak over stdio alone, and are processes.
 */
export const targetNames = ['reference', 'reference-process', 'fixture', 'fixture-2025', 'fixture-modern', 'fixture-legacy', ...stdioNames] as const
export type TargetName = (typeof targetNames)[number]
type HttpName = Exclude<TargetName, StdioName | 'reference-process'>

/** What is wrong with a server; `none` for a clean one. */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'patch'; readonly id: string; readonly patch: Patch }
  | { readonly kind: 'rewrite'; readonly id: string; readonly rewrite: Rewrite }
  /** A name of `proxy-faults.ts`. */
  | { readonly kind: 'bytes'; readonly fault: string }

export interface FaultyTarget {
  readonly driver: Driver
  readonly target: TargetInput
  /** After the run: whether the fault was there, where only then it can be told. Throws where it was not. */
  readonly check?: () => void
}

/** @throws Error where a patch does not fit. */
export async function faultyTarget(name: TargetName, fault: Fault): Promise<FaultyTarget> {
  if (isStdioName(name)) return stdioTarget(name, fault, inputFor(name))
  if (name === 'reference-process') return processTarget(fault)
  const driver = await driverFor(name, fault)
  return { driver: behind(driver, fault), target: name === 'reference' ? withRegistry(inputFor(name), fault) : inputFor(name) }
}

/** What only a command of its own loads is patched in the processes alone, which say so. */
async function isInProcess(fault: Fault): Promise<boolean> {
  if (fault.kind !== 'patch') return false
  try {
    await startOf('reference', fault)
    return true
  } catch (error) {
    if (error instanceof NotLoaded) return false
    throw error
  }
}

/** In this process where a case shares a server, and a process where a case asks for one: patched alike. */
async function processTarget(fault: Fault): Promise<FaultyTarget> {
  if (fault.kind !== 'none' && fault.kind !== 'patch') throw new Error('only a patch reaches the processes of reference-process')
  const report = fault.kind === 'patch' ? createReport() : undefined
  const args = ['--disable-warning=ExperimentalWarning', ...(fault.kind === 'patch' ? ['--import', hook] : []), join(root, 'server/bin.ts')]
  const env = fault.kind === 'patch' && report !== undefined ? { HANDOFF_MUTANT_PATCH: JSON.stringify(fault.patch), HANDOFF_MUTANT_REPORT: report.path } : {}
  const driver = createReferenceDriver({
    start: await startOf('reference', await isInProcess(fault) ? fault : { kind: 'none' }),
    command: { node: process.execPath, args: [...args, 'http'], env },
    stdio: { command: [process.execPath, ...args, 'stdio'], env },
  })
  return { driver, target: inputFor('reference-process'), ...(report === undefined ? {} : { check: () => { report.check() } }) }
}

/** The fixture server takes the eras beside what every server of ours takes. */
type Start = (options: ReferenceStartOptions & { readonly eras?: 'modern' | 'legacy' }) => Promise<ReferenceServer>

async function driverFor(name: HttpName, fault: Fault): Promise<Driver> {
  const start = await startOf(name, name === 'reference' && await isOfValidatorAlone(fault) ? { kind: 'none' } : fault)
  const driver = createReferenceDriver({ start })
  // What a driver of another server could not do is not done here either.
  return name === 'reference' ? driver : lacking(driver, 'setClock', 'setLimits')
}

async function startOf(name: HttpName, fault: Fault): Promise<Start> {
  const [entry, member] = name === 'reference' ? (['server/index.ts', 'startHttpServer'] as const) : (['test/fixture-server/start.ts', 'startFixtureServer'] as const)
  const loaded: unknown = fault.kind === 'patch' ? await loadPatched(fault.id, fault.patch, entry) : await import(`../../${entry}`)
  const start = (loaded as Readonly<Record<string, Start>>)[member] ?? (() => { throw new Error(`${entry} has no ${member}`) })
  const eras = name === 'fixture-modern' ? 'modern' : name === 'fixture-legacy' ? 'legacy' : undefined
  return eras === undefined ? start : async (options) => start({ ...options, eras })
}

function inputFor(name: TargetName): TargetInput {
  const claims = { auth: 'static-bearer', adapter: referenceAdapter } as const
  return { name, claims: name === 'fixture-2025' ? { ...claims, revisions: ['2025-11-25'] } : claims }
}

/** What the server that listens does not load, and its validator does. */
async function isOfValidatorAlone(fault: Fault): Promise<boolean> {
  return fault.kind === 'patch' && await isInValidator(fault) && !await isInProcess(fault)
}

function withRegistry(target: TargetInput, fault: Fault): TargetInput {
  return { ...target, claims: { ...target.claims, registry: { format: 'agents-yaml', validator: validatorOf(fault.kind === 'patch' ? fault : undefined) } } }
}

function lacking(driver: Driver, ...without: Ability[]): Driver {
  const fewer = (abilities: ReadonlySet<Ability>): ReadonlySet<Ability> => new Set([...abilities].filter((ability) => !without.includes(ability)))
  return {
    ...driver,
    abilities: fewer(driver.abilities),
    async open(options) {
      const fixture = await driver.open(options)
      return { ...fixture, abilities: fewer(fixture.abilities) }
    },
  }
}

/** Puts what changes messages or bytes between the harness and a server. */
function behind(driver: Driver, fault: Fault): Driver {
  if (fault.kind !== 'rewrite' && fault.kind !== 'bytes') return driver
  return {
    ...driver,
    async open(options): Promise<Fixture> {
      const fixture = await driver.open(options)
      const port = Number(fixture.url.port)
      const proxy = fault.kind === 'rewrite'
        ? await startRewriting(port, fault.rewrite)
        : await startProxy({ port: 0, target: port, fault: proxyFaults[fault.fault] ?? String })
      const url = new URL(fixture.url)
      url.port = String(proxy.port)
      return {
        ...fixture,
        url,
        async close() {
          await proxy.close()
          await fixture.close()
        },
      }
    },
  }
}
