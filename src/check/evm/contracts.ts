import { parseEvmAddress } from '../../formats/addresses.ts'
import { createdAddress } from '../../formats/evm/transactions.ts'
import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'
import type { Rule } from '../rule.ts'
import { evmTransactionBySeq, evmTransactions, idsOfEvmTransaction } from './evm-transactions.ts'

/** Row of the table `contract`. */
export interface ContractRow {
  seq: number
  chain_id: string
  address: string
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
  deployer: string | null
  deployer_contract: string | null
  deployment_tx: number | null
}

/** Returns all contracts, in the order of their `seq`. */
export const contracts = perWorld((world) => world.all(selectContracts, {}))

/** Returns contracts by chain and lower-case address. */
export const contractByAddress = perWorld((world) =>
  indexBy(contracts(world), ({ chain_id, address }) => `${chain_id} ${address.toLowerCase()}`),
)

/** Returns the ids of a contract for violations. */
export const idsOfContract = ({ address, chain_id }: ContractRow): readonly string[] => [
  address,
  `contract of ${chain_id}`,
]

/**
 * The address of a deployed contract follows from its transaction's sender and nonce, or from the
 * factory and the number of its deployments. Every transaction that creates a contract has one.
 */
export const contractAddresses: Rule = {
  name: 'contract-addresses',
  check(world, findings) {
    const creations = new Map<string, bigint>()
    const deployed = contracts(world)
      .filter(({ deployer }) => deployer !== null)
      .toSorted((a, b) => (a.deployment_tx ?? 0) - (b.deployment_tx ?? 0))
    findings.each(deployed, idsOfContract, function* (row) {
      const tx = evmTransactionBySeq(world).get(row.deployment_tx ?? 0)
      if (!tx || tx.chain_id !== row.chain_id) return yield 'was not deployed by any transaction'
      if (tx.status !== 1) yield `is deployed by ${tx.hash}, which failed`
      if (tx.sender !== row.deployer) yield `is deployed by ${tx.sender}, not ${row.deployer}`
      let expected: Uint8Array
      if (row.deployer_contract === null) {
        if (tx.content.to !== null) yield `is deployed by ${tx.hash}, which creates nothing`
        expected = createdAddress(parseEvmAddress(tx.sender), tx.content.nonce)
      } else {
        const factory = `${row.chain_id} ${row.deployer_contract.toLowerCase()}`
        // A contract's nonce begins with 1 (EIP-161).
        const nonce = creations.get(factory) ?? 1n
        creations.set(factory, nonce + 1n)
        if (!contractByAddress(world).has(factory))
          yield 'was not deployed through a known contract'
        if (tx.recipient !== row.deployer_contract)
          yield `was deployed through ${tx.recipient}, not through the contract of its row`
        expected = createdAddress(parseEvmAddress(row.deployer_contract), nonce)
      }
      if (toHex(expected) !== row.address.toLowerCase())
        yield `should have the address ${toHex(expected)}`
    })
    const creating = evmTransactions(world).filter(
      ({ content, status }) => content.to === null && status === 1,
    )
    findings.each(creating, idsOfEvmTransaction, function* ({ chain_id, recipient }) {
      if (!contractByAddress(world).has(`${chain_id} ${recipient.toLowerCase()}`))
        yield `creates ${recipient}, which is not a known contract`
    })
  },
}

const selectContracts = statement<Record<string, never>, ContractRow>(
  `SELECT seq, chain_id, address, erc_type, deployer, deployer_contract, deployment_tx
   FROM contract ORDER BY seq`,
)
