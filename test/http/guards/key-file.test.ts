import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultWorld } from '../../../fixtures/default-world.ts'
import type { CastMember } from '../../../schemas/definition/world.ts'
import { ConfigError } from '../../../src/config/config.ts'
import { worldDefinition } from '../../../src/definition/world-definition.ts'
import { readKeys } from '../../../src/http/guards/key-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'given.json')

async function refusalOf(read: typeof worldDefinition | typeof readKeys, content: unknown) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  try {
    await read(file)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(content)} was accepted`)
}

/** The built-in definition with one value set by its JSON pointer. */
function definitionWith(pointer: string, value: unknown): unknown {
  const definition = structuredClone(defaultWorld)
  const keys = pointer.slice(1).split('/')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Record<string, unknown>>(
    (node, key) => node[key] as Record<string, unknown>,
    definition as unknown as Record<string, unknown>,
  )
  parent[last] = value
  return definition
}

test('without a file the built-in definition and no keys are taken', async () => {
  expect(await worldDefinition(undefined)).toBe(defaultWorld)
  expect(await readKeys(undefined)).toEqual({ keys: [] })
})

test('the built-in definition is a legal file', async () => {
  writeFileSync(file, JSON.stringify(defaultWorld))
  expect(await worldDefinition(file)).toEqual(JSON.parse(JSON.stringify(defaultWorld)))
})

test.each([
  ['/now', 'tomorrow'],
  ['/cast', []],
  ['/cast/0/name', 'Ewoq'],
  ['/cast/1/privateKey', 'secret'],
  ['/evmChains/0/chainId', 43114],
  ['/evmChains/1/network', 'testnet'],
  ['/evmChains/0/blocks/small', 0],
  ['/evmChains/0/token/symbol', 'A V'],
  ['/colour', 'blue'],
])('a bad definition is refused by file and JSON pointer: %s', async (pointer, value) => {
  const message = await refusalOf(worldDefinition, definitionWith(pointer, value))
  expect(message).toContain(`${file}: ${pointer} is not valid: `)
  expect(message).toContain(JSON.stringify(value))
})

test('a missing field is refused by its pointer', async () => {
  const [{ name: _, ...member }] = defaultWorld.cast as [CastMember]
  const rest = { ...defaultWorld, cast: [member] }
  expect(await refusalOf(worldDefinition, rest)).toContain(`${file}: /cast/0/name is not valid: `)
})

test('a definition that is no object is refused as a whole', async () => {
  for (const content of [[], 'null', '"x"', '1'])
    expect(await refusalOf(worldDefinition, content)).toContain(
      `${file}: the whole value is not valid: `,
    )
})

test('text that is no JSON and a missing file are refused by name', async () => {
  expect(await refusalOf(worldDefinition, '{ "now": ')).toContain(`${file} is not valid JSON: `)
  expect(await refusalOf(worldDefinition, '['.repeat(65) + ']'.repeat(65))).toBe(
    `${file} has more than 64 levels`,
  )
  await expect(worldDefinition(join(folder, 'missing.json'))).rejects.toThrow(
    /missing\.json cannot be read: ENOENT/,
  )
})

test.each([
  ['/keys/0/key', { keys: [{ key: '' }] }],
  ['/keys/0/tier', { keys: [{ key: 'a', tier: 'gold' }] }],
  ['/keys/0/routes/0', { keys: [{ key: 'a', routes: ['v1'] }] }],
  ['/keys', {}],
])('a bad keys file is refused by file and JSON pointer: %s', async (pointer, content) => {
  expect(await refusalOf(readKeys, content)).toContain(`${file}: ${pointer} is not valid: `)
})
