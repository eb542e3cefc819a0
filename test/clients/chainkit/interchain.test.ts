import type { ListIcmMessagesResponse } from '@avalanche-sdk/chainkit/models/components'
import { expect, test } from 'vitest'
import { unsignedWarpMessage } from '../support/warp.ts'
import { ewoqEvm, known, type Network, networks } from '../support/world.ts'
import { data, everyItem, here } from './chainkit.ts'

/** Hex of what follows the message: kind BLS, length of the bit set, bit set, 96 bytes. */
const signature = /^0{8}0{7}[1-9a-f][0-9a-f]*[0-9a-f]{192}$/

/** Blockchain id of the network's L1. */
async function l1BlockchainId(network: Network): Promise<string> {
  const subnets = await everyItem(
    data.primaryNetwork.listSubnets({ network }, here),
    (page) => page.subnets,
  )
  const [l1] = subnets.filter(({ isL1 }) => isL1)
  return l1?.blockchains[0]?.blockchainId ?? ''
}

test.each(networks)(
  'signatureAggregator.aggregate (4.1.1) signs messages of C-chain and L1 of %s',
  async (network) => {
    for (const chain of [known[network].cChainId, await l1BlockchainId(network)]) {
      const message = unsignedWarpMessage(network, chain, 'snow')
      const { signedMessage } = await data.signatureAggregator.aggregate(
        { network, signatureAggregatorRequest: { message: `0x${message}`, quorumPercentage: 67 } },
        here,
      )
      expect(signedMessage.slice(0, message.length)).toBe(message)
      expect(signedMessage.slice(message.length)).toMatch(signature)
    }
  },
)

test.each(networks)(
  'signatureAggregator.get (4.1.2) signs what the P-chain of %s says about an L1',
  async (network) => {
    const transactions = await everyItem(
      data.primaryNetwork.transactions.listLatest(
        { network, blockchainId: 'p-chain', pageSize: 100 },
        here,
      ),
      (page) => [...page.transactions],
    )
    for (const type of ['ConvertSubnetToL1Tx', 'RegisterL1ValidatorTx', 'SetL1ValidatorWeightTx']) {
      const { txHash } = transactions.find(({ txType }) => txType === type) ?? { txHash: '' }
      const { signedMessage } = await data.signatureAggregator.get({ network, txHash }, here)
      const header = `0000${known[network].networkId.toString(16).padStart(8, '0')}${'00'.repeat(32)}`
      expect(signedMessage.slice(0, header.length)).toBe(header)
    }
  },
)

test.each(networks)(
  'icm.listByAddress (4.1.19) shows every state of messages on %s',
  async (network) => {
    const list = async (pageSize: number) => {
      const messages: ListIcmMessagesResponse['messages'] = []
      let pageToken: string | undefined
      do {
        // Not one of the calls that page by themselves.
        const page = await data.icm.listByAddress(
          { address: ewoqEvm, network, pageSize, pageToken },
          here,
        )
        messages.push(...page.messages)
        pageToken = page.nextPageToken
      } while (pageToken !== undefined)
      return messages
    }
    const all = await list(100)
    expect(await list(1)).toEqual(all)
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(all.length)
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(['pending', 'delivered', 'delivered_source_not_indexed']),
    )
    for (const message of all) {
      expect([message.from, message.to]).toContain(ewoqEvm)
      expect(message.rewardDetails).toMatchObject({ ercType: 'ERC-20', value: expect.any(String) })
      expect('sourceTransaction' in message).toBe(message.status !== 'delivered_source_not_indexed')
      expect('destinationTransaction' in message).toBe(message.status !== 'pending')
    }
  },
)
