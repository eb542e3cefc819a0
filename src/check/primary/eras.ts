import type { UpgradeName } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import type { Rule } from '../rule.ts'
import { activation } from './networks.ts'
import { blockRows, idsOfBlock } from './primary-blocks.ts'
import { idsOf, transactionRows } from './primary-transactions.ts'

interface Era {
  readonly from?: UpgradeName
  readonly until?: UpgradeName
}

/**
 * Eras in which transactions of a type are accepted; a type without an entry is always accepted.
 * Source: the executors of avalanchego's vms/platformvm/txs/executor.
 */
const transactionEras: Readonly<Record<string, Era>> = {
  'P AddValidatorTx': { until: 'durango' },
  'P AddDelegatorTx': { until: 'durango' },
  'P AdvanceTimeTx': { until: 'banff' },
  'P RemoveSubnetValidatorTx': { from: 'banff' },
  'P TransformSubnetTx': { from: 'banff', until: 'etna' },
  'P AddPermissionlessValidatorTx': { from: 'banff' },
  'P AddPermissionlessDelegatorTx': { from: 'banff' },
  'P TransferSubnetOwnershipTx': { from: 'durango' },
  'P BaseTx': { from: 'durango' },
  'P ConvertSubnetToL1Tx': { from: 'etna' },
  'P RegisterL1ValidatorTx': { from: 'etna' },
  'P SetL1ValidatorWeightTx': { from: 'etna' },
  'P IncreaseL1ValidatorBalanceTx': { from: 'etna' },
  'P DisableL1ValidatorTx': { from: 'etna' },
}

/**
 * Eras in which the P-chain has blocks of a type, and start of blocks on the X-chain. Source:
 * avalanchego's vms/platformvm/block/executor/verifier.go and upgrade/upgrade.go.
 */
const blockEras: Readonly<Record<string, Era>> = {
  'P ApricotProposalBlock': { until: 'banff' },
  'P ApricotAbortBlock': { until: 'banff' },
  'P ApricotCommitBlock': { until: 'banff' },
  'P ApricotStandardBlock': { until: 'banff' },
  'P ApricotAtomicBlock': { until: 'apricotPhase5' },
  'P BanffProposalBlock': { from: 'banff' },
  'P BanffAbortBlock': { from: 'banff' },
  'P BanffCommitBlock': { from: 'banff' },
  'P BanffStandardBlock': { from: 'banff' },
  'X StandardBlock': { from: 'cortina' },
}

/** Blocks and transactions have types that the network had at their time; memos of the P-chain ended. */
export const eras: Rule = {
  name: 'eras',
  check(world, findings) {
    findings.each(blockRows(world), idsOfBlock, ({ network, chain, block_type, timestamp }) =>
      judge(network, timestamp, block_type, blockEras[`${chain} ${block_type}`]),
    )
    findings.each(transactionRows(world), idsOf, function* (row) {
      const { network, chain, tx_type, timestamp, memo } = row
      yield* judge(network, timestamp, tx_type, transactionEras[`${chain} ${tx_type}`])
      const hasMemo = memo !== null && memo !== '0x'
      if (chain === 'P' && hasMemo && timestamp >= activation(network, 'durango'))
        yield 'has a memo, which is not allowed since Durango'
    })
  },
}

function* judge(network: Network, time: number, type: string, { from, until }: Era = {}) {
  if (from && time < activation(network, from)) yield `has a ${type} before ${from}`
  if (until && time >= activation(network, until)) yield `has a ${type} after ${until}`
}
