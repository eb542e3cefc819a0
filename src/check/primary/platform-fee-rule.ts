import { decode } from '../../formats/codec.ts'
import { decodeBitSet } from '../../formats/validator-sets.ts'
import { SignedWarpMessage } from '../../formats/warp.ts'
import { groupBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'
import type { Rule } from '../rule.ts'
import { flows } from './amounts.ts'
import type { Movement } from './movements.ts'
import { activation, avaxId } from './networks.ts'
import { type BlockRow, chains, idsOfBlock } from './primary-blocks.ts'
import { idsOf } from './primary-transactions.ts'

// ACP-103, counted from the signed bytes: avalanchego vms/platformvm/txs/fee and
// vms/components/gas.

const maxCapacity = 1_000_000
const gasPerSecond = 100_000
const targetPerSecond = 50_000
const conversionConstant = 2_164_043

/** Gas of database operations and proofs beside those of inputs, outputs and signatures. */
const ownGas: Readonly<Record<string, number>> = {
  BaseTx: 0,
  ImportTx: 0,
  ExportTx: 0,
  CreateSubnetTx: 1000,
  TransferSubnetOwnershipTx: 2000,
  AddPermissionlessDelegatorTx: 3000,
  CreateChainTx: 4000,
  RemoveSubnetValidatorTx: 4000,
  AddPermissionlessValidatorTx: 4000,
  ConvertSubnetToL1Tx: 5000,
  AddSubnetValidatorTx: 6000,
  IncreaseL1ValidatorBalanceTx: 6000,
  DisableL1ValidatorTx: 7000,
  SetL1ValidatorWeightTx: 8000,
  RegisterL1ValidatorTx: 11_000 + 4200,
}

/**
 * Since Etna a P-chain transaction burns its gas at the price of its block or more, a block uses no
 * more gas than the chain has, and its row shows the gas that is left and in excess.
 */
export const platformFees: Rule = {
  name: 'platform-fees',
  check(world, findings) {
    const expected = gasOfBlocks(world)
    findings.each(
      flows(world).filter(({ movement }) => isPriced(movement)),
      ({ movement }) => idsOf(movement.transaction),
      function* ({ movement, burned }) {
        const { network, block_id } = movement.transaction
        const price = expected.get(`${network} ${block_id}`)?.price ?? 1
        const min = Math.floor(gasOf(movement) * price)
        const fee = burned.get(avaxId(network)) ?? 0n
        if (fee < BigInt(min)) yield `burns ${fee} nAVAX instead of ${min} or more`
      },
    )
    const blocks = [...chains(world).values()].flat().filter(({ chain }) => chain === 'P')
    findings.each(blocks, idsOfBlock, function* ({ network, block_id, gas_capacity, gas_excess }) {
      const state = expected.get(`${network} ${block_id}`)
      const text = state ? `${state.capacity} and ${state.excess}` : 'null and null'
      if (state && state.capacity < 0) yield `uses ${-state.capacity} gas more than the chain had`
      if (`${gas_capacity} and ${gas_excess}` !== text)
        yield `has a gas capacity and excess of ${gas_capacity} and ${gas_excess}, not ${text}`
    })
  },
}

/** Gas after a block, and nAVAX for a unit of gas in it. */
interface BlockGas {
  readonly capacity: number
  readonly excess: number
  readonly price: number
}

/** Returns the gas of each block of the P-chain since Etna, by network and block id. */
const gasOfBlocks = perWorld((world): ReadonlyMap<string, BlockGas> => {
  const used = groupBy(
    flows(world).filter(({ movement }) => isPriced(movement)),
    ({ movement: { transaction } }) => `${transaction.network} ${transaction.block_id}`,
  )
  const found = new Map<string, BlockGas>()
  for (const rows of chains(world).values()) {
    let before: BlockRow | undefined
    let capacity = 0
    let excess = 0
    for (const row of rows) {
      const { network, chain, block_id, timestamp } = row
      if (chain === 'P' && timestamp >= activation(network, 'etna')) {
        const key = `${network} ${block_id}`
        const seconds = timestamp - (before?.timestamp ?? timestamp)
        const gas = (used.get(key) ?? []).reduce((sum, { movement }) => sum + gasOf(movement), 0)
        const start = Math.max(0, excess - seconds * targetPerSecond)
        capacity = Math.min(maxCapacity, capacity + seconds * gasPerSecond) - gas
        excess = start + gas
        // The node's approximation may be one unit below the exponential.
        const price = Math.max(1, Math.floor(Math.exp(start / conversionConstant) * (1 - 1e-6)))
        found.set(key, { capacity, excess, price })
      }
      before = row
    }
  }
  return found
})

const isPriced = ({ transaction: { network, content, tx_type, timestamp } }: Movement) =>
  content.chain === 'P' && tx_type in ownGas && timestamp >= activation(network, 'etna')

function gasOf({ transaction, spends, makes }: Movement): number {
  const { content, tx_type, bytes } = transaction
  const { credentials, unsigned } = content
  const signatures = credentials.reduce((sum, each) => sum + each.signatures.length, 0)
  const operations = 2 * spends.length + makes.length
  const proofs =
    unsigned.type === 'ConvertSubnetToL1Tx'
      ? unsigned.validators.length * (4000 + 4200)
      : unsigned.type === 'AddPermissionlessValidatorTx' && unsigned.signer.type !== 'EmptySigner'
        ? 4200
        : 0
  const message = 'message' in unsigned ? gasOfMessage(unsigned.message) : 0
  const own = ownGas[tx_type] ?? 0
  return bytes.length + operations * 1000 + signatures * 800 + own + proofs + message
}

/** Returns the gas of finding and verifying the signers of a Warp message. */
function gasOfMessage(message: Uint8Array): number {
  const { signers } = decode(SignedWarpMessage, message).signature
  return 23_000 + 4 * (1000 + 5 * decodeBitSet(signers).length)
}
