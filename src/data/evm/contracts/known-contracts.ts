import { statement } from '../../../store/statement.ts'
import { perRevision } from '../../../world/per-revision.ts'
import type { World } from '../../../world/world.ts'
import { imageUrl } from '../image-url.ts'
import { type Erc20TokenRow, erc20TokenColumns } from './erc20-token.ts'

/** Function that returns the columns of a contract for lists, by its key and for any kind. */
export type ContractOf = (seq: number) => Erc20TokenRow

/**
 * Returns the contracts of a world. Many items of lists name the same few, so each is read once.
 */
export function knownContracts(world: World): ContractOf {
  const known = contractsOf(world)
  return (seq) => {
    const found = known.get(seq)
    if (found) return found
    const row = world.get(selectContract, { seq })
    if (!row) throw new Error(`internal error: contract ${seq} is no longer in the database`)
    const contract = { ...row, logo_uri: imageUrl(world, row.logo_uri) }
    known.set(seq, contract)
    return contract
  }
}

const contractsOf = perRevision(() => new Map<number, Erc20TokenRow>())

const selectContract = statement<{ seq: number }, Erc20TokenRow>(`
  SELECT ${erc20TokenColumns} FROM contract c WHERE c.seq = :seq`)
