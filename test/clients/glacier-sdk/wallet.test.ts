import { BlockchainId, Glacier } from '@avalabs/glacier-sdk'
import { expect, inject, test } from 'vitest'
import { ewoqEvm, known } from '../support/world.ts'
import { networks } from './glacier.ts'

/** As the Core wallet makes it: its name is the only mark of a client of the deployed services. */
const wallet = new Glacier({
  BASE: inject('servers').mainnet,
  HEADERS: { 'x-application-name': 'core-extension' },
})

test.each(networks)(
  'a wallet reads the history of its X- and C-chain addresses on %s',
  async (network) => {
    const historyOn = async (blockchainId: BlockchainId) =>
      (
        await wallet.primaryNetworkTransactions.listLatestPrimaryNetworkTransactions({
          network,
          blockchainId,
          addresses: known[network].ewoq,
          pageSize: 100,
        })
      ).transactions
    const exchange = await historyOn(BlockchainId.X_CHAIN)
    expect(exchange).not.toEqual([])
    for (const transaction of exchange) {
      expect(transaction).toMatchObject({ amountUnlocked: expect.any(Array) })
      if (transaction.txType === 'ImportTx' || transaction.txType === 'ExportTx')
        expect(transaction).toMatchObject({
          sourceChain: expect.any(String),
          destinationChain: expect.any(String),
        })
    }
    const [contract] = await historyOn(BlockchainId.C_CHAIN)
    expect(contract).toMatchObject({
      amountCreated: expect.any(Array),
      blockHeight: expect.any(Number),
    })
  },
)

test.each(networks)(
  'a wallet asks of any address whether it is a contract on %s',
  async (network) => {
    const chainId = known[network].cChainEvmId
    expect(await wallet.evmContracts.getContractMetadata({ chainId, address: ewoqEvm })).toEqual({
      address: ewoqEvm,
      ercType: 'UNKNOWN',
    })
  },
)
