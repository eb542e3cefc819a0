import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/wallets.md'), 'utf8')
const recipe = /^## A whole way.*?^```js\n(.*?)\n```/ms.exec(page)?.[1] ?? ''
const folder = join(import.meta.dirname, '../node_modules/.wallets')
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

test('the recipe of docs/wallets.md moves AVAX with avalanchejs and viem, under 60 lines', async () => {
  expect(recipe.split('\n').filter((line) => line !== '').length).toBeLessThan(60)
  const server = inject('servers').fuji
  // A world of its own, which the Data API takes from a header: other tests read the main one.
  const world = `${server}/_worlds/recipe`
  const text = recipe
    .replaceAll('http://127.0.0.1:9650', world)
    .replace(/\$\{server\}\/v1/, `${server}/v1`)
    .replace('`)).json()', '`, { headers })).json()')
    .replace('connect(server)', `connect('${server}', { world: 'recipe' })`)
    .replace(
      "'snowglobe/connect'",
      JSON.stringify(join(root, 'dist/src/control/client/connect.js')),
    )
  const file = join(folder, 'wallets.mjs')
  writeFileSync(file, `const headers = { 'x-snowglobe-world': 'recipe' }\n${text}`)
  const { shown } = (await import(file)) as { shown: unknown }
  expect(shown).toEqual(['ExportTx', 'ImportTx', '1000000000000000000'])
})
