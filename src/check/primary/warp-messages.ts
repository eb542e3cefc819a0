import { uncompressPublicKey } from '../../formats/bls.ts'
import { decode } from '../../formats/codec.ts'
import { fromHex, toHex } from '../../formats/ids.ts'
import { canonicalSet } from '../../formats/validator-sets.ts'
import { SignedWarpMessage, WarpPayload } from '../../formats/warp.ts'
import { warpRefusal } from '../../formats/warp-signatures.ts'
import { networkConstants, primaryNetworkId } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { memoizedByContent } from '../memoized-by-content.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { idText } from '../texts.ts'
import { l1Validators, type ManagerMessage } from './l1-replay.ts'
import { idsOf, keyOf, transactions } from './primary-transactions.ts'

/**
 * Percent of the weight that the P-chain requires for a message of an L1. Source:
 * `WarpQuorumNumerator` of avalanchego's vms/platformvm/txs/executor/warp_verifier.go.
 */
const quorum = 67

/**
 * Messages in transactions come from the manager of the L1 and are signed by the validators of the
 * manager's chain before the block: those of the primary network, if it is on the C-chain. Registrations have not expired, and nonces grow.
 */
export const warpMessages: Rule = {
  name: 'warp-messages',
  check(world, findings) {
    const managers = managersOf(world)
    findings.each(
      l1Validators(world).flatMap(({ messages }) => messages),
      ({ transaction }) => idsOf(transaction),
      function* (message) {
        const { transaction, signedBytes, subnetId, content, minNonce } = message
        const { network } = transaction
        if (!content) return yield 'carries no L1 message'
        const { networkId, sourceChainId, payload } = decode(SignedWarpMessage, signedBytes)
        const call = decode(WarpPayload, payload)
        const source =
          call.type === 'AddressedCall'
            ? `${idText(sourceChainId)} ${toHex(call.sourceAddress)}`
            : call.type
        const manager = managers.get(keyOf(network, 'P', subnetId ?? ''))
        if (networkId !== networkConstants[network].networkId)
          yield `is of network ${networkId}, not ${networkConstants[network].networkId}`
        if (source !== manager) yield `comes from ${source}, not ${manager}`
        const isRegistration = transaction.tx_type === 'RegisterL1ValidatorTx'
        const type = isRegistration ? 'RegisterL1Validator' : 'L1ValidatorWeight'
        if (content.type !== type) yield `carries a ${content.type}, not a ${type}`
        if (content.type === 'RegisterL1Validator' && content.expiry <= transaction.timestamp)
          yield `is executed at ${transaction.timestamp}, but its message expired at ${content.expiry}`
        if (content.type === 'L1ValidatorWeight' && content.nonce < minNonce)
          yield `has nonce ${content.nonce}, below ${minNonce}`
        const refusal = refusalOf(world, message, idText(sourceChainId))
        if (refusal) yield refusal
      },
    )
  },
}

const verdictOf = memoizedByContent<string | undefined>()
const pointOf = memoizedByContent<Uint8Array>()

function refusalOf(
  world: CheckedWorld,
  { transaction: { network }, signedBytes, validatorsOf, heightBefore }: ManagerMessage,
  sourceChainId: string,
): string | undefined {
  const [chain] = world.all(selectChain, { network, blockchainId: sourceChainId })
  if (!chain) return `comes from ${sourceChainId}, which is not a blockchain`
  const ofL1 = validatorsOf(chain.subnet_id)
  const signers = ofL1.length > 0 ? ofL1 : stakersOf(world, network, chain.subnet_id, heightBefore)
  const set = canonicalSet(
    signers.map(({ blsPublicKey, weight, isActive }) => ({
      weight,
      // An inactive validator counts, but cannot sign.
      uncompressedPublicKey:
        isActive && blsPublicKey
          ? pointOf([blsPublicKey], () => uncompressPublicKey(blsPublicKey))
          : undefined,
    })),
  )
  const members = set.validators.flatMap(({ publicKey, weight }) => [publicKey, String(weight)])
  return verdictOf([signedBytes, String(set.totalWeight), ...members], () =>
    warpRefusal(signedBytes, set, quorum),
  )
}

/** Returns the stakes on a subnet after a block, with the keys of their nodes. */
function stakersOf(world: CheckedWorld, network: Network, subnetId: string, height: number) {
  const at = (subnet: string) => world.all(selectStakes, { network, subnetId: subnet, height })
  const keys = new Map(
    at(primaryNetworkId).flatMap(({ kind, node_id, bls_public_key }) =>
      kind === 'validator' && bls_public_key !== null
        ? [[node_id, fromHex(bls_public_key)] as const]
        : [],
    ),
  )
  return at(subnetId).map(({ node_id, weight }) => ({
    weight: BigInt(weight),
    blsPublicKey: keys.get(node_id),
    isActive: true,
  }))
}

const selectChain = statement<{ network: Network; blockchainId: string }, { subnet_id: string }>(`
  SELECT subnet_id FROM blockchain WHERE network = :network AND blockchain_id = :blockchainId`)

const selectStakes = statement<
  { network: Network; subnetId: string; height: number },
  { kind: string; node_id: string; weight: string; bls_public_key: string | null }
>(`
  SELECT kind, node_id, weight, bls_public_key FROM staking_period
  WHERE network = :network AND subnet_id = :subnetId
    AND start_height <= :height AND (end_height IS NULL OR end_height > :height)`)

/** Returns chain and address of the manager of each L1, by network and subnet. */
function managersOf(world: CheckedWorld): ReadonlyMap<string, string> {
  const conversions = transactions(world).flatMap(({ network, content: { unsigned: tx } }) =>
    tx.type === 'ConvertSubnetToL1Tx' ? [{ network, tx }] : [],
  )
  const managers = indexBy(conversions, ({ network, tx }) =>
    keyOf(network, 'P', idText(tx.subnetId)),
  )
  return new Map(
    [...managers].map(([key, { tx }]) => [
      key,
      `${idText(tx.managerChainId)} ${toHex(tx.managerAddress)}`,
    ]),
  )
}
