import { type Decoded, id, u64 } from './codec.ts'
import { list, union, variant, versioned } from './layouts.ts'
import { platformTransactions } from './p-chain-transactions.ts'

const common = { parentId: id, height: u64 }
const transaction = platformTransactions.embedded
const transactions = list(transaction)

/**
 * Inner blocks of the P-chain (avalanchego vms/platformvm/block). Time in seconds; transactions are
 * whole signed bytes. The id is SHA-256 of the bytes; height 0 is an Apricot commit block.
 */
export const PlatformBlock = versioned(
  0,
  union(
    variant(0, 'ApricotProposalBlock', { ...common, transaction }),
    variant(1, 'ApricotAbortBlock', common),
    variant(2, 'ApricotCommitBlock', common),
    variant(3, 'ApricotStandardBlock', { ...common, transactions }),
    variant(4, 'ApricotAtomicBlock', { ...common, transaction }),
    // The decision transactions come first, the proposal (a RewardValidatorTx) last.
    variant(29, 'BanffProposalBlock', { time: u64, transactions, ...common, transaction }),
    variant(30, 'BanffAbortBlock', { time: u64, ...common }),
    variant(31, 'BanffCommitBlock', { time: u64, ...common }),
    variant(32, 'BanffStandardBlock', { time: u64, ...common, transactions }),
  ),
)
export type PlatformBlock = Decoded<typeof PlatformBlock>
