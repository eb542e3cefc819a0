import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '../schemas/operation.ts'
import { dataRoutes } from '../src/data/index.ts'
import type { Route } from '../src/http/rest/route.ts'
import { metricsRoutes } from '../src/metrics/index.ts'
import { operations } from '../src/operations.ts'
import { groupBy } from '../src/util/grouping.ts'
import { between, table } from './page.ts'

/**
 * Returns docs/contract.md with a row for each operation. The handwritten section, promise and test
 * stay. A new row has the operation's own section and summary, and the test of its route's name.
 */
export function withOperations(page: string): string {
  const rows = (routes: readonly Route[]) =>
    table(
      ['Section', 'Operation', 'Promise', 'Schema', 'Route', 'Test'],
      routes.map(({ operation }) => rowOf(operation, page)),
    )
  const withShapes = between(page, 'shapes of the extra operations', shapesOfExtraOperations())
  const withData = between(withShapes, 'operations of the Data API', rows(dataRoutes))
  return between(withData, 'operations of the Metrics API', rows(metricsRoutes))
}

/** Tells whether the contract has a section of its own for an operation. */
export const isOfContract = ({ section }: Operation): boolean => /^4\.(1\.\d+|2)$/.test(section)

/** Returns the names of the objects in a schema; enums are described by their purpose. */
export function shapesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = '$id' in schema && 'properties' in schema ? [String(schema.$id)] : []
  return [...own, ...Object.values(schema).flatMap(shapesIn)]
}

function shapesOfExtraOperations(): string {
  const ofContract = new Set(
    operations.filter(isOfContract).flatMap(({ response }) => shapesIn(response)),
  )
  const names = new Set(operations.flatMap(({ response }) => shapesIn(response)))
  const extra = [...names].filter((name) => !ofContract.has(name))
  const files = groupBy(extra, (name) => fileWith(new RegExp(`\\$id: '${name}'`), name))
  return table(
    ['Shapes', 'Schema'],
    [...files].map(([file, shapes]) => [shapes.join(', '), `\`${file}\``]),
  )
}

function rowOf({ operationId, section, summary }: Operation, page: string): string[] {
  const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const schema = fileWith(new RegExp(`^export const ${operationId} `, 'm'), operationId)
  const route = sources.find((path) => path.endsWith(`/${file}.ts`))
  if (!route) throw new Error(`no file is named after ${operationId}`)
  const test = route.replace(/^src(.*)\.ts$/, 'test$1.test.ts')
  const written = rowIn(page, operationId)
  return [
    written?.section ?? section,
    operationId,
    written?.promise ?? summary,
    `\`${schema}\``,
    `\`${route}\``,
    written?.test ?? `\`${test}\``,
  ]
}

/** Returns the cells in the row of an operation. */
function rowIn(page: string, operationId: string) {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const [, section, , promise, , , test] = rows.find((cells) => cells[2] === operationId) ?? []
  return section && promise && test ? { section, promise, test } : undefined
}

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort()

const schemas = filesBelow('schemas')
function fileWith(text: RegExp, name: string): string {
  const found = schemas.find((path) => text.test(textOf(path)))
  if (!found) throw new Error(`no file below schemas/ declares ${name}`)
  return found
}

const sources = ['src/data', 'src/metrics'].flatMap(filesBelow)
