import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PrimaryNetworkBlock } from '../../../schemas/data/primary-blocks.ts'
import type { PrimaryNetworkTransaction } from '../../../schemas/data/transactions.ts'
import { uncompressPublicKey } from '../../../src/formats/bls.ts'
import { fromHex } from '../../../src/formats/ids.ts'
import { platformMessage } from '../../../src/formats/l1-messages.ts'
import { canonicalSet } from '../../../src/formats/validator-sets.ts'
import { warpRefusal } from '../../../src/formats/warp-signatures.ts'
import type { Snowglobe } from '../../../src/snowglobe.ts'
import { walkPages } from '../../support/pages.ts'
import { startServer } from '../../support/server.ts'

type Network = 'mainnet' | 'fuji'

/** A stake as the public lists tell it, and the heights between which it counts. */
interface Stake {
  readonly txHash: string
  readonly subnetId: string
  readonly nodeId: string
  readonly weight: bigint
  /** Of an own key that the transaction brought, 48 bytes as hex. */
  readonly publicKey: string | undefined
  readonly from: number
  readonly until: number
}

const primary = '11111111111111111111111111111111LpoYY'
const networkIds = { mainnet: 1, fuji: 5 } as const
let server: Snowglobe

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const list = async <Item>(network: Network, name: 'transactions' | 'blocks') =>
  (
    await walkPages<Item>(server, `/v1/networks/${network}/blockchains/p-chain/${name}`, name, 100)
  ).items.reverse()

/**
 * Every stake of a P-chain. It begins with the first block that reaches its start, a permissioned one
 * ends with the first that reaches its end or removes it, the others with the block after the
 * RewardValidatorTx, which decides about the reward.
 */
async function stakesOf(network: Network): Promise<{ stakes: Stake[]; top: number }> {
  const blocks = await list<PrimaryNetworkBlock>(network, 'blocks')
  const transactions = await list<PrimaryNetworkTransaction>(network, 'transactions')
  const firstAt = (seconds: number) =>
    Number(blocks.find(({ blockTimestamp }) => blockTimestamp >= seconds)?.blockNumber ?? Infinity)
  const endOf = (tx: PrimaryNetworkTransaction): number => {
    const rewarded = transactions.find(
      ({ txType, stakingTxHash }) => txType === 'RewardValidatorTx' && stakingTxHash === tx.txHash,
    )
    if (rewarded) return Number(rewarded.blockNumber) + 1
    if (tx.txType !== 'AddSubnetValidatorTx') return Infinity
    const removal = transactions.find(
      ({ txType, nodeId, subnetId, blockNumber }) =>
        txType === 'RemoveSubnetValidatorTx' &&
        nodeId === tx.nodeId &&
        subnetId === tx.subnetId &&
        Number(blockNumber) > Number(tx.blockNumber),
    )
    return Math.min(firstAt(tx.endTimestamp ?? Infinity), Number(removal?.blockNumber ?? Infinity))
  }
  const stakes = transactions
    .filter(({ txType }) => /^Add.*(Validator|Delegator)Tx$/.test(txType))
    .map((tx) => ({
      txHash: tx.txHash,
      subnetId: tx.subnetId ?? primary,
      nodeId: tx.nodeId ?? '',
      weight: BigInt(tx.amountStaked[0]?.amount ?? 0),
      publicKey: tx.blsCredentials?.publicKey,
      from: Math.max(Number(tx.blockNumber), firstAt(tx.startTimestamp ?? tx.blockTimestamp)),
      until: endOf(tx),
    }))
  return { stakes, top: Number(blocks.at(-1)?.blockNumber) }
}

/** Validators of the primary network at a height: who has no key has weight, but cannot sign. */
function setAt(stakes: readonly Stake[], height: number) {
  const current = stakes.filter(
    ({ subnetId, from, until }) => subnetId === primary && from <= height && height < until,
  )
  return canonicalSet(
    current.map(({ nodeId, weight }) => {
      const key = current.find((stake) => stake.nodeId === nodeId && stake.publicKey)?.publicKey
      return {
        weight,
        uncompressedPublicKey: key === undefined ? undefined : pointOf(key),
      }
    }),
  )
}

const points = new Map<string, Uint8Array>()
function pointOf(key: string): Uint8Array {
  const point = points.get(key) ?? uncompressPublicKey(fromHex(key))
  points.set(key, point)
  return point
}

async function sign(network: Network, pChainHeight: number, quorumPercentage: number) {
  const message = platformMessage(networkIds[network], {
    type: 'SubnetToL1Conversion',
    conversionId: new Uint8Array(32).fill(7),
  })
  const response = await server.inject({
    method: 'POST',
    url: `/v1/signatureAggregator/${network}/aggregateSignatures`,
    payload: {
      message: Buffer.from(message).toString('hex'),
      signingSubnetId: primary,
      pChainHeight,
      quorumPercentage,
    },
  })
  const body = response.json() as { signedMessage?: string; message?: string }
  return { status: response.statusCode, ...body }
}

test.each(['mainnet', 'fuji'] as const)(
  'on %s the validators of a height sign with the keys that the P-chain had at that height',
  async (network) => {
    const { stakes, top } = await stakesOf(network)
    const changes = stakes
      .filter(({ subnetId, publicKey }) => subnetId === primary && publicKey !== undefined)
      .flatMap(({ from, until }) => [from - 1, from, until - 1, until])
    const heights = [...new Set([15, ...changes, top])].filter(
      (height) => height > 0 && height <= top,
    )
    expect(heights.length).toBeGreaterThan(10)
    let signed = 0
    for (const height of heights) {
      const set = setAt(stakes, height)
      const reachable = set.validators.reduce((sum, { weight }) => sum + weight, 0n)
      const quorum = Number((100n * reachable) / set.totalWeight)
      const response = await sign(network, height, quorum)
      if (set.validators.length === 0) {
        expect([height, response.status, response.message]).toEqual([
          height,
          400,
          `the subnet ${primary} has no validators that can sign at height ${height}`,
        ])
        continue
      }
      expect([height, response.message]).toEqual([height, undefined])
      const bytes = Uint8Array.from(Buffer.from(response.signedMessage ?? '', 'hex'))
      expect([height, warpRefusal(bytes, set, quorum)]).toEqual([height, undefined])
      // A validator without a known key cannot sign.
      if (quorum < 100)
        expect([height, (await sign(network, height, quorum + 1)).status]).toEqual([height, 400])
      signed++
    }
    expect(signed).toBeGreaterThan(5)
    expect(await sign(network, 15, 0)).toMatchObject({ status: 400 })
  },
)
