import { createHash } from 'node:crypto'
import { utils } from '@avalabs/avalanchejs'
import { inject } from 'vitest'
import { bytesOf, type Container } from './containers.ts'

/** Chains as the node names them, with the method that reads a transaction, the path and its index. */
const chains = {
  P: ['p-chain', 'bc/P', 'platform.getTx', 'index/P/block'],
  X: ['x-chain', 'bc/X', 'avm.getTx', 'index/X/tx'],
  C: ['c-chain', 'bc/C/avax', 'avax.getAtomicTx', 'index/C/block'],
} as const

/** A transaction as the Data API shows it. */
export interface Shown {
  readonly txHash: string
  readonly txType: string
  readonly emittedUtxos: {
    addresses: string[]
    amount: string
    threshold: number
    utxoType: string
  }[]
}

// biome-ignore lint/suspicious/noExplicitAny: results of all methods.
async function call(world: string, path: string, method: string, params: object): Promise<any> {
  const response = await fetch(`${inject('servers').fuji}/_worlds/${world}/ext/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  if (error) throw new Error(`${method} ${JSON.stringify(params)}: ${JSON.stringify(error)}`)
  return result
}

/**
 * Finds a transaction, which has just been issued, in all interfaces of a world on fuji.
 * @returns what the Data API shows of it
 * @throws unless the node has bytes with this id, and the index has the same bytes once
 */
export async function findIssued(
  world: string,
  chain: keyof typeof chains,
  txID: string,
): Promise<Shown> {
  const [name, path, method, index] = chains[chain]
  const { tx } = await call(world, path, method, { txID, encoding: 'hex' })
  const bytes = bytesOf(tx)
  const id = utils.base58check.encode(createHash('sha256').update(bytes).digest())
  if (id !== txID) throw new Error(`${method} gives ${id} for ${txID}`)

  // Blocks of the P- and C-chain have them without the codec version.
  const sought = Buffer.from(chain === 'X' ? bytes : bytes.subarray(2))
  const last = (await call(world, index, 'index.getLastAccepted', {})) as Container
  const startIndex = Math.max(0, Number(last.index) - 15)
  const range = { startIndex, numToFetch: 16, encoding: 'hex' }
  const containers: Container[] = await call(world, index, 'index.getContainerRange', range)
  const found = containers.filter((each) => Buffer.from(bytesOf(each.bytes)).includes(sought))
  if (found.length !== 1) throw new Error(`${index} has ${txID} ${found.length} times`)

  const url = `${inject('servers').fuji}/v1/networks/fuji/blockchains/${name}/transactions/${txID}`
  const response = await fetch(url, { headers: { 'x-snowglobe-world': world } })
  const shown = (await response.json()) as Shown
  if (shown.txHash !== txID) throw new Error(`the Data API has ${JSON.stringify(shown)}`)
  return shown
}
