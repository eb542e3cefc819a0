import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../../schemas/methods.ts'
import { shapesIn, withOperations } from '../../scripts/contract-page.ts'
import { controlPage } from '../../scripts/control-page.ts'
import { withLines } from '../../scripts/endpoints-page.ts'
import { operationNamesFile } from '../../scripts/operation-names.ts'
import { operations } from '../../src/operations.ts'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/contract.md'), 'utf8')

/** Paths in backticks, with whether "(to come)" stands behind them. */
const mentioned = [
  ...text.matchAll(/`((?:src|schemas|fixtures|test)\/[^`]*)`( \(to come\))?/g),
].map(([, path = '', mark]) => ({ path, isToCome: mark !== undefined }))

test('docs/contract.md marks the files that do not exist as to come, and no others', () => {
  const wrong = mentioned.filter(({ path, isToCome }) => isToCome === existsSync(join(root, path)))
  expect(wrong).toEqual([])
  expect(mentioned.length).toBeGreaterThan(100)
})

test('the rows of the extra operations and of their shapes are as scripts/write-docs.ts writes them', () => {
  expect(withOperations(text)).toBe(text)
})

test('the lines of operations to copy are as scripts/write-docs.ts writes them', () => {
  const page = readFileSync(join(root, 'docs/endpoints.md'), 'utf8')
  expect(withLines(page)).toBe(page)
})

test('the operations and actions of the control plane are as scripts/write-docs.ts writes them', () => {
  const page = readFileSync(join(root, 'docs/control.md'), 'utf8')
  expect(controlPage(page)).toBe(page)
})

test('the type of operations is as scripts/write-docs.ts writes it', () => {
  expect(readFileSync(join(root, 'schemas/operation-names.ts'), 'utf8')).toBe(operationNamesFile())
})

test('every operation has a row with its section and a route file of its name', () => {
  for (const { operationId, section } of operations) {
    const row = text.split('\n').find((line) => line.split('|')[2]?.trim() === operationId)
    expect(row, operationId).toBeDefined()
    expect(row).toContain(`| ${section}`)
    const file = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(row).toMatch(new RegExp(`\`src/(data(/\\w+)+|metrics(/[\\w-]+)*)/${file}\\.ts\``))
  }
})

test('every method of the node has a row', () => {
  for (const { methods } of endpoints)
    for (const name of Object.keys(methods)) expect(text).toContain(`| \`${name}\` |`)
})

test('every shape that an operation answers is named', () => {
  const names = operations.flatMap(({ response }) => shapesIn(response))
  for (const name of new Set(names)) expect(text).toMatch(new RegExp(`\\b${name}\\b`))
})
