import t from 'tap'
import { inputTable } from '../../../cases/lifecycle/input-table.ts'
import { badValues, goodValues } from '../../../cases/lifecycle/input-values.ts'
import type { Argument, Shape } from '../../../cases/lifecycle/input-values.ts'

/** The contract once more, by itself: whether a value is one that has to be taken. */
function isRight({ required, shape }: Argument, value: unknown): boolean {
  return value === null ? !required : fits(shape, value)
}

function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'id': return isClean(value)
    case 'text': return isClean(value) && isBetween(Array.from(value.trim()).length, shape.min, shape.max)
    case 'texts': return Array.isArray(value) && value.length <= shape.most && value.every((item) => isClean(item) && isBetween(Array.from(item.trim()).length, 1, shape.max))
    case 'choice': return typeof value === 'string' && shape.values.includes(value)
    case 'choices': return Array.isArray(value) && value.every((item) => shape.values.includes(item as string))
    case 'whole': return Number.isInteger(value) && isBetween(value as number, shape.min ?? -Infinity, shape.max ?? Infinity)
  }
}

function isClean(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(value)
}

function isBetween(count: number, least: number, most: number): boolean {
  return count >= least && count <= most
}

for (const [tool, table] of Object.entries(inputTable)) {
  t.test(`the values of ${tool}`, async (t) => {
    for (const argument of table) {
      const [good, bad] = [goodValues(argument), badValues(argument)]
      for (const { name, value } of good) t.ok(isRight(argument, value), `${argument.name}: ${name} is right`)
      for (const { name, value } of bad) t.notOk(isRight(argument, value), `${argument.name}: ${name} is wrong`)
      t.equal(new Set([...good, ...bad].map(({ name }) => name)).size, good.length + bad.length, `${argument.name}: every value has a name of its own`)
      t.ok(bad.length > 0, `${argument.name} can be wrong`)
    }
  })
}

t.test('keys are never the same twice', async (t) => {
  const key = inputTable.send.find(({ name }) => name === 'idempotency_key')
  const values = key === undefined ? [] : [...goodValues(key), ...goodValues(key)].flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
  t.equal(new Set(values).size, values.length)
  t.ok(values.length > 6)
})
