import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32 } from '@scure/base'
import { publicKeyToAddress } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveCredential, LiveUtxo } from '../../../../schemas/data/live.ts'
import type { PrimaryNetworkTransaction } from '../../../../schemas/data/transactions.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { rpc } from '../../../support/rpc.ts'
import { startServer } from '../../../support/server.ts'
import { networks, wholeList } from '../lists.ts'
import { allTransactions, transactionsPath as path } from '../transactions.ts'

/** Fields of transactions of both chains in the live dialect. */
interface LiveTransaction {
  txHash: string
  txType: string
  timestamp: number
  sourceChain?: string
  destinationChain?: string
  consumedUtxos?: LiveUtxo[]
  emittedUtxos?: LiveUtxo[]
  evmInputs?: { fromAddress: string; credentials: LiveCredential[] }[]
}

let server: Snowglobe
let live: Snowglobe

beforeAll(async () => {
  server = await startServer()
  live = await startServer({ dialect: 'live' })
})
afterAll(async () => {
  await server.close()
  await live.close()
})

const liveList = (network: string, chain: string) =>
  wholeList<LiveTransaction>(live, path(network, chain), 'transactions')

const places = networks.flatMap((network) =>
  ['x-chain', 'c-chain'].map((chain) => [network, chain] as const),
)
const prefixes = { mainnet: 'avax', fuji: 'fuji' }

const keyOf = ({ publicKey }: LiveCredential) => new Uint8Array(Buffer.from(publicKey, 'base64'))

test.each(places)(
  '%s: a UTXO of the %s has the time of what is seen of it',
  async (network, chain) => {
    const visible = await liveList(network, chain)
    const documented = await allTransactions(server, path(network, chain))
    let later = 0
    visible.forEach(({ timestamp, consumedUtxos = [], emittedUtxos = [] }, i) => {
      for (const utxo of consumedUtxos) {
        expect([utxo.timestamp, utxo.consumingTxTimestamp]).toEqual([timestamp, timestamp])
        const made = documented[i]?.consumedUtxos.find(({ utxoId }) => utxoId === utxo.utxoId)
        if (made && made.blockTimestamp < timestamp) later++
      }
      for (const utxo of emittedUtxos) expect(utxo.timestamp).toBe(timestamp)
    })
    expect(later).toBeGreaterThan(0)
  },
)

test.each(places)(
  '%s: what is spent on the %s was signed by its owners',
  async (network, chain) => {
    const addressOf = (key: Uint8Array) =>
      bech32.encode(prefixes[network], bech32.toWords(ripemd160(sha256(key))))
    const utxos = (await liveList(network, chain)).flatMap(
      ({ consumedUtxos = [], emittedUtxos = [] }) => [...consumedUtxos, ...emittedUtxos],
    )
    const signerCounts = new Set<number>()
    for (const { utxoId, consumingTxHash, credentials, addresses, threshold } of utxos) {
      expect(credentials !== undefined, utxoId).toBe(consumingTxHash !== undefined)
      if (!credentials) continue
      for (const { publicKey, signature } of credentials) {
        expect(publicKey).toMatch(/^[A-Za-z0-9+/]{44}$/)
        expect(signature).toMatch(/^[A-Za-z0-9+/]{87}$/)
      }
      const signers = credentials.map((credential) => addressOf(keyOf(credential)))
      expect(new Set(signers).size).toBe(threshold)
      expect(addresses).toEqual(expect.arrayContaining(signers))
      signerCounts.add(signers.length)
    }
    expect(Math.max(...signerCounts)).toBeGreaterThan(0)
    if (chain === 'x-chain') expect(signerCounts).toContain(2)
  },
)

test('mainnet: signatures of the X-chain verify over the bytes that the node shows', async () => {
  let verified = 0
  for (const { txHash, consumedUtxos = [] } of await liveList('mainnet', 'x-chain')) {
    const { bytes } = await rpc<{ bytes: string }>(
      server,
      '/ext/index/X/tx',
      'index.getContainerByID',
      { id: txHash, encoding: 'hex' },
    )
    // Credentials end the bytes, the checksum the hex: a count, then for each input type, count and
    // signatures of 65 bytes.
    const inputs = consumedUtxos.map(({ credentials = [] }) => credentials)
    const credentialBytes = 4 + inputs.reduce((sum, { length }) => sum + 8 + 65 * length, 0)
    const signed = Buffer.from(bytes.slice(2), 'hex').subarray(0, -4)
    const hash = sha256(signed.subarray(0, -credentialBytes))
    for (const credential of inputs.flat()) {
      const signature = Buffer.from(credential.signature, 'base64').subarray(0, 64)
      const isValid = secp256k1.verify(signature, hash, keyOf(credential), { prehash: false })
      expect(isValid, txHash).toBe(true)
      verified++
    }
  }
  expect(verified).toBeGreaterThan(50)
})

test.each(networks)('%s: an account signs what it exports from the C-chain', async (network) => {
  const inputs = (await liveList(network, 'c-chain')).flatMap(({ evmInputs = [] }) => evmInputs)
  expect(inputs.length).toBeGreaterThan(0)
  for (const { fromAddress, credentials } of inputs) {
    expect(credentials.map(({ signature }) => signature.length)).toEqual([87])
    const [key] = credentials.map(keyOf)
    const point = secp256k1.Point.fromBytes(key ?? new Uint8Array()).toHex(false)
    expect(publicKeyToAddress(`0x${point}`)).toBe(fromAddress)
  }
})

const chainIds = {
  mainnet: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  },
  fuji: {
    'p-chain': '11111111111111111111111111111111LpoYY',
    'x-chain': '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
  },
} as const

test.each(
  networks.flatMap((network) =>
    (['p-chain', 'x-chain'] as const).map((chain) => [network, chain] as const),
  ),
)('%s: imports and exports of the %s name both chains', async (network, chain) => {
  const own = chainIds[network][chain]
  const documented = await allTransactions(server, path(network, chain))
  const visible = await liveList(network, chain)
  const types = new Set<string>()
  documented.forEach((each: PrimaryNetworkTransaction, i) => {
    const { txType, sourceChain, destinationChain } = each
    const response = visible[i]
    const both = [response?.sourceChain, response?.destinationChain]
    if (txType === 'ImportTx') {
      expect(destinationChain).toBeUndefined()
      expect(both).toEqual([sourceChain, own])
    } else if (txType === 'ExportTx') {
      expect(sourceChain).toBeUndefined()
      expect(both).toEqual([own, destinationChain])
    } else expect(both).toEqual([undefined, undefined])
    types.add(txType)
  })
  for (const txType of ['ImportTx', 'ExportTx', 'BaseTx']) expect(types).toContain(txType)
})
