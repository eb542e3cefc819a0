import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fittingDefinition } from '../../src/definition/fitting-definition.ts'
import { worldDefinition } from '../../src/definition/world-definition.ts'
import { creationCode } from '../../src/simulator/evm/solidity/compiled/creation-code.ts'
import { startServer } from '../support/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'snowglobe-artifacts-'))
const file = join(folder, 'world.json')
mkdirSync(join(folder, 'out'))
afterAll(() => rmSync(folder, { recursive: true }))

const inputs = ['string', 'string', 'uint8', 'uint256'].map((type) => ({ name: '', type }))
const abi = [{ type: 'constructor', inputs }]
const values = ['File Coin', 'FILE', 6, '5000000']

/** Writes a definition whose story deploys an artifact, and returns its file. */
function definitionWith(artifact: unknown): string {
  const deploy = { do: 'deploy', from: 'artist', chain: 'C', artifact, arguments: values }
  const story = [
    { at: 'now-5h', do: 'wallet', name: 'artist' },
    { at: 'now-5h', do: 'fund', to: 'artist', chain: 'C', amount: '5' },
    { at: 'now-5h', ...deploy },
  ]
  writeFileSync(file, JSON.stringify({ story }))
  return file
}

const write = (name: string, content: string) => writeFileSync(join(folder, 'out', name), content)
write('Hardhat.json', JSON.stringify({ abi, bytecode: creationCode.Token, sourceName: 'A.sol' }))
write(
  'Foundry.json',
  JSON.stringify({ abi, bytecode: { object: creationCode.Token, sourceMap: '1:2:3' } }),
)

test.each(['out/Hardhat.json', './out/Foundry.json', join(folder, 'out/Foundry.json')])(
  'the story of a file deploys the artifact %s',
  async (path) => {
    const server = await startServer({ definition: definitionWith(path), pace: 0 })
    try {
      const { members } = await server.cast()
      const artist = members.find(({ name }) => name === 'artist')
      const { erc20TokenBalances } = (
        await server.inject(`/v1/chains/43114/addresses/${artist?.evm}/balances:listErc20`)
      ).json()
      expect(erc20TokenBalances).toMatchObject([
        { name: 'File Coin', symbol: 'FILE', decimals: 6, balance: '5000000' },
      ])
    } finally {
      await server.close()
    }
  },
)

test('of an artifact file a definition keeps the ABI and the code', async () => {
  const { story } = await worldDefinition(definitionWith('out/Foundry.json'))
  expect(story?.[2]).toMatchObject({ artifact: { abi, bytecode: creationCode.Token } })
  expect(JSON.stringify(story)).not.toContain('sourceMap')
})

write('list.json', '[]')
write('cut.json', '{"abi": [')
write('huge.json', ' '.repeat(16 * 2 ** 20 + 1))
test.each<[unknown, string, string]>([
  ['out/none.json', '/story/2/artifact', 'no such file'],
  ['out', '/story/2/artifact', 'it is not a regular file'],
  ['out/cut.json', '/story/2/artifact', 'is not valid JSON'],
  ['out/huge.json', '/story/2/artifact', 'has 16777217 bytes, more than 16777216'],
  ['out/list.json', '/story/2/artifact/abi', 'must be a list'],
  ['', '/story/2/artifact', 'it is not a regular file'],
  [7, '/story/2/artifact', 'must be'],
])('the artifact %j is refused with its place', async (artifact, pointer, reason) => {
  const refused = await worldDefinition(definitionWith(artifact)).catch((error: Error) => error)
  expect((refused as Error).message).toContain(`${file}: ${pointer}`)
  expect((refused as Error).message).toContain(reason)
})

test('a document that is no file may not name one', () => {
  const deploy = { at: 'now-5h', do: 'deploy', from: 'artist', chain: 'C', artifact: '/etc/hosts' }
  expect(() => fittingDefinition({ story: [deploy] })).toThrow(
    '/story/0/artifact is not valid: must be the content of the artifact',
  )
})
