/** Reads the files of registry vectors, strictly by their schema: a vector that is misread would judge every target by another rule. */
import { readdir, readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { HarnessError } from '../../errors.ts'
import { vectorFile } from '../locate.ts'
import { expandEntries, fileBytes } from './bytes.ts'
import type { RegistryExpectation, RegistryFileText, RegistryVector, RegistryVectors, RegistryVectorText } from './format.ts'

let kept: Promise<ReadonlyMap<string, RegistryVectors>> | undefined

/**
 * Every file by its theme, read once.
 * @throws HarnessError `vectors_invalid` where one is missing or wrong.
 */
export async function readRegistryVectors(): Promise<ReadonlyMap<string, RegistryVectors>> {
  kept ??= readAll()
  return kept
}

async function readAll(): Promise<ReadonlyMap<string, RegistryVectors>> {
  try {
    const names = (await readdir(vectorFile('registry/'))).filter((name) => name.endsWith('.json')).sort()
    const texts = new Map(await Promise.all(names.map(async (name) => [name, await readFile(vectorFile(`registry/${name}`), 'utf8')] as const)))
    const schema = texts.get('schema.json') ?? ''
    texts.delete('schema.json')
    return parseRegistryVectors(texts, schema)
  } catch (error) {
    if (error instanceof HarnessError) throw error
    throw new HarnessError('vectors_invalid', `vectors/registry cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`, { cause: error })
  }
}

/**
 * @param texts By the names of their files.
 * @throws HarnessError `vectors_invalid`, naming the first place that is wrong.
 */
export function parseRegistryVectors(texts: ReadonlyMap<string, string>, schema: string): ReadonlyMap<string, RegistryVectors> {
  const isValid = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }).compile<RegistryFileText>(jsonOf(schema, 'schema.json') as object)
  const seen = new Set<string>()
  return new Map([...texts].map(([name, text]) => {
    const file = jsonOf(text, name)
    if (!isValid(file)) throw wrong(name, `${isValid.errors?.[0]?.instancePath ?? ''} ${isValid.errors?.[0]?.message ?? 'is not valid'}`)
    const vectors = file.groups.flatMap((group) => group.vectors).map((vector) => read(vector, name))
    for (const { id } of vectors) {
      if (seen.has(id)) throw wrong(name, `has the vector ${id} twice`)
      seen.add(id)
    }
    return [name.replace('.json', ''), { vectors, tokens: new Map(Object.entries(file.tokens)) }]
  }))
}

function read({ id, comment, flags, file, secrets = [], expect }: RegistryVectorText, name: string): RegistryVector {
  try {
    return { id, comment, flags: new Set(flags), bytes: fileBytes(file), secrets, expect: expectation(expect) }
  } catch (error) {
    throw wrong(name, `${id} cannot be expanded: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function expectation(expect: RegistryVectorText['expect']): RegistryExpectation {
  if ('refused' in expect) return { kind: 'refused', problems: expect.refused }
  return { kind: 'accepted', agents: expandEntries(expect.accepted.agents), projects: expandEntries(expect.accepted.projects) }
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw wrong(name, 'is no JSON', error)
  }
}

function wrong(name: string, what: string, cause?: unknown): HarnessError {
  return new HarnessError('vectors_invalid', `vectors/registry/${name} ${what}`, { cause })
}
