import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fromCheckedHex } from '../../src/formats/ids.ts'
import { decodeProposerBlock } from '../../src/formats/proposer-blocks.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { tinyWorld } from '../support/tiny-world.ts'
import { call } from './support/wallet.ts'

/*
 * ACP-181: an epoch begins with the block after one that is at or past the end of the epoch before,
 * five minutes after its start. It has the P-chain height and the time of that block.
 */

const chains = ['P', 'X', 'C'] as const

async function read(server: Snowglobe, url: string, method: string, params = {}) {
  const { result, error } = await call(server, url, method, params)
  expect(error).toBeUndefined()
  return result
}

/** Returns the last proposed block of a chain, as the index has it. */
async function lastBlock(server: Snowglobe, chain: string) {
  const { index } = await read(server, `/ext/index/${chain}/block`, 'index.getLastAccepted', {
    encoding: 'hex',
  })
  for (let at = Number(index); ; at--) {
    const { bytes } = await read(server, `/ext/index/${chain}/block`, 'index.getContainerByIndex', {
      index: String(at),
      encoding: 'hex',
    })
    const block = decodeProposerBlock(fromCheckedHex(bytes))
    if (block.type === 'GraniteBlock') return block
  }
}

test('epochs of every chain follow from its last block', async () => {
  const server = await startServer({ network: 'fuji', pace: 0 })
  const seen = { kept: 0, begun: 0 }
  for (const seconds of [0, 200, 200, 1_000]) {
    if (seconds > 0) await server.clock.advance(`${seconds}s`)
    await server.act([
      { do: 'fund', network: 'fuji', to: 'ewoq', chain: 'P', amount: '1' },
      { do: 'fund', network: 'fuji', to: 'ewoq', chain: 'X', amount: '1' },
      { do: 'fund', network: 'fuji', to: 'ewoq', chain: 'C', amount: '1' },
    ])
    const { height } = await read(server, '/ext/bc/P', 'platform.getHeight')
    for (const chain of chains) {
      const { epoch, timestamp, pChainHeight } = await lastBlock(server, chain)
      const isOver = timestamp >= epoch.startTime + 300n
      seen[isOver ? 'begun' : 'kept']++
      const expected = isOver
        ? { number: epoch.number + 1n, startTime: timestamp, pChainHeight }
        : epoch
      const url = `/ext/bc/${chain}/proposervm`
      expect([chain, await read(server, url, 'proposervm.getCurrentEpoch')]).toEqual([
        chain,
        {
          number: String(expected.number),
          startTime: String(expected.startTime),
          pChainHeight: String(expected.pChainHeight),
        },
      ])
      expect(await read(server, url, 'proposervm.getProposedHeight')).toEqual({ height })
    }
  }
  expect(Math.min(seen.kept, seen.begun)).toBeGreaterThan(0)
  await server.close()
})

test('before Granite there are no epochs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snowglobe-epochs-'))
  const definition = join(folder, 'world.json')
  writeFileSync(definition, JSON.stringify(tinyWorld))
  const server = await startServer({ definition, network: 'fuji', pace: 0 })
  for (const chain of chains)
    expect(await read(server, `/ext/bc/${chain}/proposervm`, 'proposervm.getCurrentEpoch')).toEqual(
      { number: '0', startTime: '0', pChainHeight: '0' },
    )
  await server.close()
  rmSync(folder, { recursive: true })
})
