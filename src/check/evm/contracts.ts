import { statement } from '../../store/statement.ts'
import { indexBy } from '../../util/grouping.ts'
import { perWorld } from '../per-world.ts'

/** Row of the table `contract`. */
export interface ContractRow {
  seq: number
  chain_id: string
  address: string
  erc_type: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
  role: string | null
  deployer: string | null
  deployer_contract: string | null
  deployment_tx: number | null
  /** Whether background traffic uses it, so that its logs are true. */
  is_background: number
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

const selectContracts = statement<Record<string, never>, ContractRow>(
  `SELECT seq, chain_id, address, erc_type, role, deployer, deployer_contract, deployment_tx,
     everyday AS is_background
   FROM contract ORDER BY seq`,
)
