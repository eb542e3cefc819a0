import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { loadFastKeccak } from '../../src/formats/keccak.ts'
import { type EdgeCase, edgeForks, runEdgeCase, summaryOf } from '../support/evm/edge-case.ts'

/** Inputs with the results of @ethereumjs/evm by fork: vectors/README.md. */
const cases = JSON.parse(
  brotliDecompressSync(
    readFileSync(new URL('vectors/edge-cases.json.br', import.meta.url)),
  ).toString(),
) as [EdgeCase, string[]][]
const groups = [...new Set(cases.map(([{ name }]) => groupOf(name)))]

function groupOf(name: string): string {
  return name.replace(/ .*/, '').replace(/^RandomTests\/.*/, 'RandomTests')
}

beforeAll(loadFastKeccak)

test('there are 2,000 cases', () => {
  expect(cases).toHaveLength(2000)
  expect(new Set(cases.map(([{ name }]) => name)).size).toBe(2000)
})

test.each(groups)('transactions of %s do what they do in another implementation', (group) => {
  const different = cases
    .filter(([{ name }]) => groupOf(name) === group)
    .flatMap(([edge, expected]) =>
      edgeForks.flatMap((fork, i) => {
        const found = summaryOf(runEdgeCase(edge, fork))
        return found === expected[i] ? [] : [`${edge.name} ${fork}: ${found}, not ${expected[i]}`]
      }),
    )
  expect(different).toEqual([])
})
