import type { Wallet } from '../../accounts/wallets.ts'
import type { EvmBlock } from '../blocks/block.ts'
import { contractCall } from '../call.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { erc20 } from '../contracts/contract-interfaces.ts'
import { unlimited } from '../ledgers/erc20-ledger.ts'
import type { Actors } from './actors.ts'

/**
 * Lets a contract take tokens of their owner, unless it is allowed already.
 * @returns whether it is allowed now
 */
export function allow(
  { transfers, textOf }: Actors,
  block: EvmBlock,
  {
    owner,
    token,
    spender,
    amount,
  }: { owner: Wallet; token: Contract; spender: Uint8Array; amount: bigint },
): boolean {
  const [ownerText, spenderText] = [textOf(owner.evmAddress), textOf(spender)]
  if (transfers.erc20.allowanceOf(token, ownerText, spenderText) >= amount) return true
  const data = erc20.approve.encode({ spender, value: unlimited })
  return block.execute(contractCall(owner, token.address, data, 24_000)) !== undefined
}
