import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EvmBlock } from '../../../../schemas/data/evm-blocks.ts'
import type { IcmMessage } from '../../../../schemas/data/icm.ts'
import type { Snowglobe } from '../../../../src/snowglobe.ts'
import { get, startServer } from '../../../support/server.ts'
import { allItems, chains, ewoq } from '../support/chains.ts'

let server: Snowglobe
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.close())

// biome-ignore lint/suspicious/noExplicitAny: the parsed response
type Json = any
const transaction = async (chain: string, hash: string): Promise<Json> =>
  (await get(server, `/v1/chains/${chain}/transactions/${hash}`)).body

test('a transaction is the one of the lists, with the base fee of its block', async () => {
  for (const chain of chains) {
    const listed: Json[] = await allItems(
      server,
      `/v1/chains/${chain}/transactions`,
      'transactions',
    )
    const blocks = await allItems<EvmBlock>(server, `/v1/chains/${chain}/blocks`, 'blocks')
    const feeOf = new Map(blocks.map(({ blockHash, baseFee }) => [blockHash, baseFee]))
    for (const native of listed.slice(0, 40)) {
      const { nativeTransaction } = await transaction(chain, native.txHash)
      const { input, baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas, ...rest } =
        nativeTransaction
      expect(rest).toEqual(native)
      expect(baseFeePerGas).toBe(feeOf.get(native.blockHash))
      expect(input.slice(0, 10)).toBe(native.method.methodHash || input.slice(0, 10))
      expect(native.txType === 2).toBe(maxFeePerGas !== undefined)
      expect(native.txType === 2).toBe(maxPriorityFeePerGas !== undefined)
      if (native.txType === 2) expect(BigInt(maxFeePerGas) >= BigInt(native.gasPrice)).toBe(true)
    }
  }
})

test('every transfer of every transaction is listed, and no other', async () => {
  const all: Json[] = await allItems(server, '/v1/chains/43114/transactions', 'transactions')
  const contracts = new Map<string, Json>()
  for (const { txHash } of all) {
    const {
      erc20Transfers = [],
      erc721Transfers = [],
      erc1155Transfers = [],
    } = await transaction('43114', txHash)
    for (const { erc20Token, erc721Token, erc1155Token, ...transfer } of [
      ...erc20Transfers,
      ...erc721Transfers,
      ...erc1155Transfers,
    ]) {
      const { address } = erc20Token ?? erc721Token ?? erc1155Token
      contracts.set(address, [...(contracts.get(address) ?? []), { txHash, ...transfer }])
    }
  }
  expect(contracts.size).toBeGreaterThan(5)
  for (const [address, moved] of contracts) {
    const url = `/v1/chains/43114/tokens/${address}/transfers`
    const listed: Json[] = await allItems(server, url, 'transfers')
    const expected = listed.map((it) => {
      const { txHash, from, to, logIndex, value } = it
      return { txHash, from, to, logIndex, ...(value !== undefined && { value }) }
    })
    expect(moved.length).toBe(expected.length)
    expect(moved).toEqual(expect.arrayContaining(expected))
  }
})

test('the transaction that sent or delivered a message names it', async () => {
  const messages = await allItems<IcmMessage>(server, '/v1/icm/messages', 'messages')
  const directions = new Set<string>()
  for (const message of messages) {
    const { sourceEvmChainId, destinationEvmChainId, messageId } = message
    const info = (direction: string) => {
      directions.add(direction)
      return {
        teleporterMessageId: messageId,
        direction,
        sourceChainId: sourceEvmChainId,
        destinationChainId: destinationEvmChainId,
      }
    }
    const { sourceTransaction: sent, destinationTransaction: delivered } = message
    if (sent)
      expect((await transaction(sourceEvmChainId, sent.txHash)).teleporterMessageInfo).toEqual(
        info('SOURCE_TRANSACTION'),
      )
    if (delivered)
      expect(
        (await transaction(destinationEvmChainId, delivered.txHash)).teleporterMessageInfo,
      ).toEqual(info('DESTINATION_TRANSACTION'))
  }
  expect(directions.size).toBe(2)
})

test('a deployment is the transaction that the contract names, its coin priced in the currency that is requested', async () => {
  const url = `/v1/chains/43114/contracts/${ewoq}/deployments`
  const contracts: Json[] = await allItems(server, url, 'contracts')
  expect(contracts.length).toBeGreaterThan(2)
  const created = []
  for (const { address, deploymentDetails } of contracts) {
    const target = `/v1/chains/43114/contracts/${address}/transactions:getDeployment`
    const { body } = await get(server, target)
    expect(body).toEqual(await transaction('43114', deploymentDetails.txHash))
    const { nativeTransaction } = body as Json
    if (nativeTransaction.method.callType === 'CONTRACT_CREATION') {
      created.push(address)
      expect(nativeTransaction.to.address).toBe(address)
    } else expect(deploymentDetails).toHaveProperty('deployerContractAddress')
    const inEuro: Json = (await get(server, `${target}?currency=eur`)).body
    expect(inEuro.networkTokenDetails.currentPrice.currencyCode).toBe('eur')
    expect(inEuro.nativeTransaction).toEqual(nativeTransaction)
  }
  expect(created.length).toBeLessThan(contracts.length)
})

test('what was there before the world began, and what is no contract, has no deployment', async () => {
  for (const address of ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', ewoq]) {
    const target = `/v1/chains/43114/contracts/${address}/transactions:getDeployment`
    expect(await get(server, target)).toMatchObject({
      status: 404,
      body: { message: `Deployment of contract "${address}" is not known on chain 43114` },
    })
  }
})

test('a hash of another chain or of nothing is 404, and other texts are 400', async () => {
  const [first]: Json[] = await allItems(server, '/v1/chains/43113/transactions', 'transactions')
  for (const hash of [first.txHash, `0x${'0'.repeat(64)}`])
    expect((await get(server, `/v1/chains/43114/transactions/${hash}`)).status).toBe(404)
  for (const hash of ['0x12', first.txHash.slice(2), 'latest'])
    expect((await get(server, `/v1/chains/43113/transactions/${hash}`)).status).toBe(400)
  const upper = `0x${first.txHash.slice(2).toUpperCase()}`
  expect((await get(server, `/v1/chains/43113/transactions/${upper}`)).status).toBe(200)
})
