import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../src/formats/hashes.ts'
import { encodeCb58, fromCheckedHex, fromHex, toCheckedHex, toHex } from '../../src/formats/ids.ts'
import { networkConstants, primaryNetworkId } from '../../src/networks/constants.ts'
import type { Snowglobe } from '../../src/snowglobe.ts'
import { startServer } from '../support/server.ts'
import { call, ewoqText } from './support/wallet.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer({ network: 'fuji', pace: 0 })
})
afterAll(() => server.close())

const data = async (path: string) => (await server.inject(`/v1/networks/fuji${path}`)).json()
const platform = (method: string, params: unknown = {}) =>
  call(server, '/ext/bc/P', `platform.${method}`, params)

const chains = [
  { chain: 'P', name: 'p-chain', service: 'platform' },
  { chain: 'X', name: 'x-chain', service: 'avm' },
] as const

test.each(chains)('$service shows each block as the index has it', async (of) => {
  const { chain, name, service } = of
  const { blocks } = await data(`/blockchains/${name}/blocks?pageSize=100`)
  expect(blocks.length).toBeGreaterThan(20)
  for (const { blockHash, blockNumber } of blocks) {
    const ask = (method: string, params: unknown) =>
      call(server, `/ext/bc/${chain}`, `${service}.${method}`, params)
    const byId = await ask('getBlock', { blockID: blockHash, encoding: 'hexnc' })
    const { block } = byId.result
    expect(encodeCb58(sha256(fromHex(block)))).toBe(blockHash)
    const byHeight = await ask('getBlockByHeight', { height: Number(blockNumber) })
    expect(byHeight.result).toEqual({ block: toCheckedHex(fromHex(block)), encoding: 'hex' })
    if (blockNumber === '0') continue
    const container = await call(server, `/ext/index/${chain}/block`, 'index.getContainerByIndex', {
      index: String(Number(blockNumber) - 1),
      encoding: 'hex',
    })
    expect(container.result.bytes).toContain(block.slice(2))
  }
})

test.each(chains)('$service shows block 0, and none that is not there', async (of) => {
  const ask = (method: string, params: unknown) =>
    call(server, `/ext/bc/${of.chain}`, `${of.service}.${method}`, params)
  const first = await ask('getBlockByHeight', { height: '0', encoding: 'hexnc' })
  const id = encodeCb58(sha256(fromHex(first.result.block)))
  expect((await ask('getBlock', { blockID: id })).result.block).toContain(first.result.block)
  const height = '18446744073709551615'
  const { error } = await ask('getBlockByHeight', { height })
  expect(error?.message).toBe(`couldn't get block at height ${height}: not found`)
  const unknown = await ask('getBlock', { blockID: networkConstants.fuji.avaxAssetId })
  expect(unknown.error?.message).toBe(
    `couldn't get block with id ${networkConstants.fuji.avaxAssetId}: not found`,
  )
})

test('subnets have the owners of the Data API, and the primary network comes last', async () => {
  const { result } = await platform('getSubnets')
  const { subnets } = await data('/subnets?pageSize=100&sortOrder=asc')
  const [transformed] = await transactionsOf('TransformSubnetTx')
  const primary = { id: primaryNetworkId, controlKeys: [], threshold: '0' }
  const expected = subnets
    .filter(({ subnetId }: Subnet) => subnetId !== primaryNetworkId)
    .map(({ subnetId, subnetOwnershipInfo: { addresses, threshold } }: Subnet) =>
      subnetId === transformed?.subnetId
        ? { id: subnetId, controlKeys: [], threshold: '0' }
        : {
            id: subnetId,
            controlKeys: addresses.map((address) => `P-${address}`),
            threshold: String(threshold),
          },
    )
  expect(result.subnets).toEqual([...expected, primary])
  const [first] = expected
  const some = await platform('getSubnets', { ids: [primaryNetworkId, first.id, first.id] })
  expect(some.result.subnets).toEqual([primary, first])
})

/** Returns the transactions of a type of the P-chain, of the last 300. */
async function transactionsOf(type: string) {
  const found = []
  for (let token = '', page = 0; page < 3; page++) {
    const path = `/blockchains/p-chain/transactions?pageSize=100${token && `&pageToken=${token}`}`
    const { transactions, nextPageToken } = await data(path)
    found.push(...transactions.filter(({ txType }: { txType: string }) => txType === type))
    if (!nextPageToken) break
    token = nextPageToken
  }
  return found
}

interface Subnet {
  readonly subnetId: string
  readonly subnetOwnershipInfo: Ownership
}

interface Ownership {
  readonly addresses: readonly string[]
  readonly threshold: number
}

test('each blockchain of the Data API is validated by its subnet, and known', async () => {
  const { blockchains } = await data('/blockchains?pageSize=100')
  const { result } = await platform('getBlockchains')
  const created = blockchains.filter(
    (each: { blockchainId: string }) => each.blockchainId !== primaryNetworkId,
  )
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort()
  expect(sorted(result.blockchains)).toEqual(
    sorted(
      created.map((each: Blockchain) => ({
        id: each.blockchainId,
        name: each.blockchainName,
        subnetID: each.subnetId,
        vmID: each.vmId,
      })),
    ),
  )
  for (const { id, subnetID } of result.blockchains) {
    expect((await platform('validatedBy', { blockchainID: id })).result).toEqual({ subnetID })
    const { blockchainIDs } = (await platform('validates', { subnetID })).result
    expect(blockchainIDs).toContain(id)
    const { status } = (await platform('getBlockchainStatus', { blockchainID: id })).result
    expect(['Validating', 'Syncing', 'Created']).toContain(status)
  }
})

interface Blockchain {
  readonly blockchainId: string
  readonly blockchainName: string
  readonly subnetId: string
  readonly vmId: string
}

test('a chain has the status that the node has in it', async () => {
  const statusOf = async (blockchainID: string) =>
    (await platform('getBlockchainStatus', { blockchainID })).result.status
  expect(await statusOf('X')).toBe(await statusOf(networkConstants.fuji.xChainId))
  expect(await statusOf('P')).toBe('Syncing')
  expect(await statusOf(networkConstants.fuji.avaxAssetId)).toBe('Unknown')
  const empty = await platform('getBlockchainStatus')
  expect(empty.error?.message).toBe("argument 'blockchainID' not given")
  const wrong = await platform('getBlockchainStatus', { blockchainID: 'nowhere' })
  expect(wrong.error?.message).toMatch(/^problem parsing blockchainID "nowhere": /)
})

test('what is no chain and no subnet is refused by its kind', async () => {
  const { transactions } = await data('/blockchains/p-chain/transactions?pageSize=1')
  const [{ txHash }] = transactions
  const { avaxAssetId: unknown } = networkConstants.fuji
  const messages = [
    await platform('validatedBy', { blockchainID: txHash }),
    await platform('validatedBy', { blockchainID: unknown }),
    await platform('validates', { subnetID: txHash }),
    await platform('validates', { subnetID: unknown }),
  ].map(({ error }) => error?.message)
  expect(messages).toEqual([
    `"${txHash}" is not a blockchain`,
    `problem retrieving blockchain "${unknown}": not found`,
    `"${txHash}" is not a subnet`,
    `problem retrieving subnet "${unknown}": not found`,
  ])
})

test('the total stake is that of the network, and of its validators at the last height', async () => {
  const { weight, stake } = (await platform('getTotalStake')).result
  expect(stake).toBe(weight)
  const { validatorDetails, delegatorDetails } = await data('')
  expect(weight).toBe(
    String(BigInt(validatorDetails.totalAmountStaked) + BigInt(delegatorDetails.totalAmountStaked)),
  )
  const { height } = (await platform('getHeight')).result
  for (const at of [height, 'proposed', '18446744073709551615']) {
    const { result } = await platform('getValidatorsAt', { height: at })
    const sum = Object.values(result as Record<string, { weight: string }>).reduce(
      (total, each) => total + BigInt(each.weight),
      0n,
    )
    expect(String(sum)).toBe(weight)
  }
})

/** Validators of the primary network that validate now. */
async function primaryValidators() {
  const { validators } = await data('/validators?pageSize=100&validationStatus=active')
  return {
    validators: validators.filter(
      ({ subnetId }: { subnetId: string }) => subnetId === primaryNetworkId,
    ),
  }
}

test('validators of the present have the nodes and keys of the Data API', async () => {
  const { result } = await platform('getValidatorsAt', { height: 'proposed' })
  const { validators } = await primaryValidators()
  expect(Object.keys(result)).toEqual(
    validators.map(({ nodeId }: { nodeId: string }) => nodeId).sort(),
  )
  for (const { nodeId, blsCredentials } of validators)
    expect(result[nodeId].publicKey).toBe(blsCredentials?.publicKey ?? null)
})

test('validators of an L1 have their weights, and share a node while they have no balance', async () => {
  const { validators } = await data('/l1Validators?pageSize=100&includeInactiveL1Validators=true')
  const subnets = new Set<string>(validators.map(({ subnetId }: L1Validator) => subnetId))
  expect(subnets.size).toBeGreaterThan(0)
  for (const subnetID of subnets) {
    const own = validators.filter((each: L1Validator) => each.subnetId === subnetID && each.weight)
    const expected: Record<string, bigint> = {}
    for (const { nodeId, weight, remainingBalance } of own as L1Validator[]) {
      const node = Number(remainingBalance) > 0 ? nodeId : 'NodeID-111111111111111111116DBWJs'
      expected[node] = (expected[node] ?? 0n) + BigInt(weight)
    }
    const { result } = await platform('getValidatorsAt', { height: 'proposed', subnetID })
    expect(
      Object.fromEntries(Object.keys(result).map((node) => [node, BigInt(result[node].weight)])),
    ).toEqual(expected)
    const total = Object.values(expected).reduce((sum, weight) => sum + weight, 0n)
    expect((await platform('getTotalStake', { subnetID })).result.weight).toBe(String(total))
  }
})

interface L1Validator {
  readonly subnetId: string
  readonly nodeId: string
  readonly weight: number
  readonly remainingBalance: number
}

test('validators of a height above the last are refused', async () => {
  const { height } = (await platform('getHeight')).result
  const above = String(Number(height) + 1)
  const { error } = await platform('getValidatorsAt', { height: above })
  expect(error?.message).toBe(
    `failed to get validator set: failed to fetch validator set at unfinalized height with SubnetID = ${primaryNetworkId}: current P-chain height (${height}) < requested P-Chain height (${above})`,
  )
})

test('the stake of an address is what the Data API counts as staked', async () => {
  const { validators } = await primaryValidators()
  const addresses = new Set<string>([ewoqText])
  for (const { potentialRewards } of validators)
    for (const address of potentialRewards.rewardAddresses)
      addresses.add(address.replace(/^P-/, ''))
  let staking = 0
  for (const address of addresses) {
    const { balances } = await data(`/blockchains/p-chain/balances?addresses=${address}`)
    const sumOf = (kind: string) =>
      (balances[kind] ?? []).reduce((sum: bigint, each: Amount) => sum + BigInt(each.amount), 0n)
    const staked = sumOf('unlockedStaked') + sumOf('lockedStaked') + sumOf('pendingStaked')
    const { result } = await platform('getStake', { addresses: [`P-${address}`] })
    expect(result.staked).toBe(String(staked))
    if (staked > 0n) staking += 1
    const own = await platform('getStake', {
      ...{ addresses: [`P-${address}`], validatorsOnly: true },
    })
    expect(BigInt(own.result.staked)).toBeLessThanOrEqual(staked)
  }
  expect(staking).toBeGreaterThan(0)
})

interface Amount {
  readonly amount: string
}

test('stakes are listed as outputs of their transactions', async () => {
  const { validators } = await primaryValidators()
  const [{ txHash }] = validators
  const stake = await data(`/blockchains/p-chain/transactions/${txHash}`)
  const staked = stake.emittedUtxos.find(({ staked: is }: { staked: boolean }) => is)
  const { result } = await platform('getStake', {
    addresses: staked.addresses.map((address: string) => `P-${address}`),
  })
  const { tx } = (await platform('getTx', { txID: txHash, encoding: 'hexnc' })).result
  const isInTx = (output: string) => tx.includes(toHex(fromCheckedHex(output).subarray(2)).slice(2))
  expect(result.stakedOutputs.some(isInTx)).toBe(true)
})

test('rewards of a stake are the outputs that the Data API shows', async () => {
  const transactions = await transactionsOf('RewardValidatorTx')
  let rewards = 0
  for (const { txHash, stakingTxHash, emittedUtxos } of transactions) {
    const expected = emittedUtxos.filter((each: { rewardType?: string }) => each.rewardType)
    const { result } = await platform('getRewardUTXOs', { txID: stakingTxHash })
    expect(result.utxos, txHash).toEqual(
      expected.map((each: { utxoBytes: string }) => each.utxoBytes),
    )
    expect(result.numFetched).toBe(String(result.utxos.length))
    rewards += result.utxos.length
  }
  expect(rewards).toBeGreaterThan(0)
  const unknown = await platform('getRewardUTXOs', { txID: networkConstants.fuji.avaxAssetId })
  expect(unknown.result).toEqual({ numFetched: '0', utxos: [], encoding: 'hex' })
})

test('validators of an earlier height stay as they were, and a stake counts from its block on', async () => {
  const heightNow = async () => Number((await platform('getHeight')).result.height)
  const validatorsAt = async (height: number) =>
    (await platform('getValidatorsAt', { height: String(height) })).result
  const before = await heightNow()
  const earlier = await validatorsAt(before)
  const { validators } = (await platform('getCurrentValidators')).result
  const ends = ({ endTime }: { endTime: string }) => Number(endTime)
  const { nodeID } = validators.reduce((a: { endTime: string }, b: { endTime: string }) =>
    ends(a) > ends(b) ? a : b,
  )
  await server.act({ do: 'delegate', node: nodeID, from: 'ewoq', amount: '25', duration: '15d' })
  const after = await heightNow()
  expect(after).toBeGreaterThan(before)
  expect(await validatorsAt(before)).toEqual(earlier)
  const weightAt = async (height: number) => BigInt((await validatorsAt(height))[nodeID].weight)
  expect(await weightAt(after)).toBe((await weightAt(before)) + 25n * 10n ** 9n)
})
