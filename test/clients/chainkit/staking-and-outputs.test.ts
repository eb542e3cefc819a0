import { expect, test } from 'vitest'
import { ewoqEvm, known, networks, primarySubnetId } from '../support/world.ts'
import { avaxSupply, data, everyItem, here } from './chainkit.ts'

// Extra operations that wallets call, with the defaults of chainkit and its checks of every shape.

const { primaryNetwork } = data
const { rewards, utxos, transactions } = primaryNetwork

test.each(networks)('listValidators tells what listDelegators does of %s', async (network) => {
  const validators = await everyItem(
    primaryNetwork.listValidators(
      { network, validationStatus: 'active', subnetId: primarySubnetId },
      here,
    ),
    (page) => page.validators,
  )
  const delegators = await everyItem(
    primaryNetwork.listDelegators({ network, delegationStatus: 'active', pageSize: 100 }, here),
    (page) => page.delegators,
  )
  expect(validators.length).toBeGreaterThan(2)
  for (const validator of validators) {
    if (validator.validationStatus !== 'active') throw new Error(validator.validationStatus)
    const own = delegators.filter(({ nodeId }) => nodeId === validator.nodeId)
    expect(validator.delegatorCount).toBe(own.length)
    const delegated = own.reduce((sum, { amountDelegated }) => sum + BigInt(amountDelegated), 0n)
    expect(validator.amountDelegated).toBe(String(delegated))
  }
  const { validatorDetails, delegatorDetails } = await primaryNetwork.getNetworkDetails(
    { network },
    here,
  )
  expect(validatorDetails.validatorCount).toBe(validators.length)
  expect(delegatorDetails.delegatorCount).toBe(delegators.length)
})

test.each(networks)('a validator of %s has its periods and its rewards', async (network) => {
  const completed = await everyItem(
    primaryNetwork.listValidators({ network, validationStatus: 'completed' }, here),
    (page) => page.validators,
  )
  const nodeId = completed[0]?.nodeId ?? ''
  const periods = await everyItem(
    primaryNetwork.getValidatorDetails({ network, nodeId }, here),
    (page) => page.validators,
  )
  expect(periods).toContainEqual(completed[0])
  const nodeIds = completed.map((each) => each.nodeId).join()
  const paid = await everyItem(
    rewards.listHistoricalRewards({ network, nodeIds, pageSize: 7 }, here),
    (page) => page.historicalRewards,
  )
  expect(paid.length).toBeGreaterThan(0)
  for (const { reward } of paid) expect(BigInt(reward.amount)).toBeGreaterThan(0n)
  const active = await transactions.listActiveStakingTransactions(
    { network, blockchainId: 'p-chain' },
    here,
  )
  for await (const { result } of active) expect(result.transactions.length).toBeGreaterThan(0)
})

test.each(networks)('UTXOs of ewoq on %s come by GET and by POST', async (network) => {
  const { ewoq } = known[network]
  for (const blockchainId of ['p-chain', 'x-chain', 'c-chain'] as const) {
    const request = { network, blockchainId, includeSpent: true } as const
    const got = await everyItem(
      utxos.listByAddresses({ ...request, addresses: ewoq, pageSize: 7 }, here),
      (page) => page.utxos as object[],
    )
    const posted = await everyItem(
      utxos.listByAddressesV2(
        { ...request, pageSize: 1024, primaryNetworkAddressesBodyDto: { addresses: ewoq } },
        here,
      ),
      (page) => page.utxos as object[],
    )
    expect(got.length).toBeGreaterThan(0)
    expect(posted).toEqual(got)
    const last = await utxos.getLastActivityTimestampByAddresses(
      { network, blockchainId, addresses: ewoq },
      here,
    )
    expect(last).toMatchObject({ network, chainName: blockchainId })
    const { addresses } = await primaryNetwork.getChainIdsForAddresses(
      { network, addresses: ewoq },
      here,
    )
    expect(addresses).toHaveLength(1)
  }
})

test('the supply of AVAX is between what there was at first and what there can be', async () => {
  const supply = await avaxSupply.get(here)
  expect(Number(supply.totalSupply)).toBeGreaterThan(360e6)
  expect(Number(supply.totalSupply)).toBeLessThan(720e6)
  expect(Number(supply.totalStaked)).toBeGreaterThan(0)
})

test.each(networks)('internal transactions of the C-chain of %s', async (network) => {
  const calls = await everyItem(
    data.evm.address.transactions.listInternal(
      { chainId: known[network].cChainEvmId, address: ewoqEvm },
      here,
    ),
    (page) => page.transactions,
  )
  expect(calls.length).toBeGreaterThan(0)
  for (const { from, to } of calls) expect([from.address, to.address]).toContain(ewoqEvm)
})
