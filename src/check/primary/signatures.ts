import { addressOf } from '../../formats/addresses.ts'
import { atomicTransactions } from '../../formats/c-chain-atomic-transactions.ts'
import { encode } from '../../formats/codec.ts'
import { sha256 } from '../../formats/hashes.ts'
import { toHex } from '../../formats/ids.ts'
import { platformTransactions } from '../../formats/p-chain-transactions.ts'
import { evmAddressOf, recover } from '../../formats/secp256k1.ts'
import type { CredentialSlot } from '../../formats/signed-transactions.ts'
import { exchangeTransactions } from '../../formats/x-chain-transactions.ts'
import type { Network } from '../../networks/network.ts'
import { memoizedByContent } from '../memoized-by-content.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { authorizations, type Owner } from './authorizations.ts'
import { movements, ownersOf } from './movements.ts'
import { type Content, idsOf } from './primary-transactions.ts'
import { utxoById, utxoKey } from './utxos.ts'

/** Signers required in a credential, in order. */
interface Demand {
  readonly label: string
  /** 20 bytes, hex. */
  readonly signers: readonly string[]
}

/**
 * A transaction contains one credential for each input and authorization. It has as many signatures
 * as the owner's threshold, each by the owner that its index names.
 */
export const signatures: Rule = {
  name: 'signatures',
  check: (world, findings) => {
    findings.each(
      movements(world),
      ({ transaction }) => idsOf(transaction),
      function* ({ transaction, spends }) {
        const { content, network } = transaction
        const { credentials } = content
        const signers = recoveredSigners(content)
        const slots = slotsOf(content)
        if (slots.length !== credentials.length)
          return yield `has ${credentials.length} credentials instead of ${slots.length}`
        const demands = [
          ...spends.map((spend) => demandOf(world, network, spend)),
          ...accountsOf(content).map((account) => ({ label: account, signers: [account] })),
        ]
        const authorization = authorizations(world).get(transaction.seq)
        if (authorization) {
          if (!authorization.owner) return yield 'is authorized by an owner that does not exist'
          demands.push(demand('authorization', authorization.owner, authorization.signatureIndices))
        }
        for (const [index, { label, signers: wanted }] of demands.entries()) {
          const found = signers[index] ?? []
          if (credentials[index]?.type !== slots[index]?.type)
            yield `has a credential of ${label} of the type ${credentials[index]?.type}`
          if (found.join() !== wanted.join())
            yield `${label} is signed by ${found.join() || 'no key'}, not ${wanted.join()}`
        }
      },
    )
  },
}

function demandOf(
  world: CheckedWorld,
  network: Network,
  { utxoId, signatureIndices }: { utxoId: string; signatureIndices: readonly number[] },
): Demand {
  const utxo = utxoById(world).get(utxoKey(network, utxoId))
  if (!utxo) throw new Error(`spends ${utxoId}, which does not exist`)
  return demand(`output ${utxoId}`, ownersOf(utxo.content.output), signatureIndices)
}

function demand(label: string, owner: Owner, signatureIndices: readonly number[]): Demand {
  if (signatureIndices.length !== owner.threshold)
    throw new Error(
      `${label} needs ${owner.threshold} signatures, but names ${signatureIndices.length}`,
    )
  const signers = signatureIndices.map((index) => {
    const address = owner.addresses[index]
    if (!address) throw new Error(`${label} names a missing owner, ${index}`)
    return toHex(address)
  })
  return { label, signers }
}

/** Returns the EVM accounts of an atomic export; each signs for itself. */
const accountsOf = ({ chain, unsigned }: Content): string[] =>
  chain === 'C' && unsigned.type === 'ExportTx'
    ? unsigned.inputs.map(({ address }) => toHex(address))
    : []

function slotsOf({ chain, unsigned }: Content): readonly CredentialSlot[] {
  switch (chain) {
    case 'P':
      return platformTransactions.credentialSlots(unsigned)
    case 'X':
      return exchangeTransactions.credentialSlots(unsigned)
    case 'C':
      return atomicTransactions.credentialSlots(unsigned)
  }
}

const signersOf = memoizedByContent<string[][]>()

/** Returns the hex of the addresses that signed, per credential. */
const recoveredSigners = (content: Content): string[][] =>
  signersOf([content.chain, content.id], () => recoverSigners(content))

/** Recovers the signers. One key's signatures in one transaction are equal. */
function recoverSigners(content: Content): string[][] {
  const hash = sha256(unsignedBytes(content))
  const isAccount = content.chain === 'C' && content.unsigned.type === 'ExportTx'
  const addressOfKey = isAccount ? evmAddressOf : addressOf
  const known = new Map<string, string>()
  return content.credentials.map(({ signatures }) =>
    signatures.map((signature) => {
      const text = toHex(signature)
      const signer = known.get(text) ?? toHex(addressOfKey(recover(hash, signature)))
      known.set(text, signer)
      return signer
    }),
  )
}

function unsignedBytes({ chain, unsigned }: Content): Uint8Array {
  switch (chain) {
    case 'P':
      return encode(platformTransactions.unsigned, unsigned)
    case 'X':
      return encode(exchangeTransactions.unsigned, unsigned)
    case 'C':
      return encode(atomicTransactions.unsigned, unsigned)
  }
}
