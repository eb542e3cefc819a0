import { networkConstants } from '../../../fixtures/networks.ts'
import { atomicTransactions } from '../../formats/atomic-transactions.ts'
import { sha256 } from '../../formats/hashes.ts'
import { parseId } from '../../formats/ids.ts'
import type { AtomicTransaction, PrimarySide } from '../atomic.ts'
import type { NetworkSetup } from '../setup.ts'

const allocation = 10_000n * 10n ** 9n

/**
 * The primary side of a world that has none yet: the first block of the C-chain imports AVAX for
 * everybody from outputs that nobody made, and ids follow from names.
 */
export function withoutPrimary({ network, wallets }: NetworkSetup): PrimarySide {
  const label = (name: string) => sha256(new TextEncoder().encode(`${network} ${name}`))
  let isFunded = false
  const fund = (): AtomicTransaction => {
    const { networkId, cChainId, xChainId, avaxAssetId } = networkConstants[network]
    const assetId = parseId(avaxAssetId)
    const accounts = wallets
      .map(({ evmAddress }) => evmAddress)
      .sort((a, b) => Buffer.compare(a, b))
    const amount = allocation * BigInt(accounts.length) + 10n ** 6n
    const issued = atomicTransactions.sign(
      {
        type: 'ImportTx',
        networkId,
        blockchainId: parseId(cChainId),
        sourceChain: parseId(xChainId),
        importedInputs: [
          {
            txId: label('funding'),
            outputIndex: 0,
            assetId,
            input: { type: 'TransferInput', amount, signatureIndices: [0] },
          },
        ],
        outputs: accounts.map((address) => ({ address, amount: allocation, assetId })),
      },
      [wallets.slice(0, 1).map(({ secretKey }) => secretKey)],
    )
    return {
      txId: issued.id,
      signedBytes: issued.bytes,
      gasUsed: 11_000n,
      imports: accounts.map((evmAddress) => ({ evmAddress, nAvax: allocation })),
      exports: [],
    }
  }
  return {
    atomicTransactions() {
      if (isFunded) return []
      isFunded = true
      return [fund()]
    },
    contractBlockAccepted() {},
    chainOf: (evmChainId) => ({
      blockchainId: label(`blockchain ${evmChainId}`),
      subnetId: label(`subnet ${evmChainId}`),
      createdAt: Date.parse('2024-12-01T00:00:00Z') / 1000,
    }),
    platformHeight: () => 0,
  }
}
