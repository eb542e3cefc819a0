import { numberOfWord } from '../../../formats/words.ts'
import type { Wallet } from '../../accounts/wallets.ts'
import type { EvmBlock } from '../blocks/block.ts'
import { contractCall } from '../call.ts'
import type { Contract } from '../contracts/contract-book.ts'
import { erc20 } from '../contracts/contract-interfaces.ts'
import { unlimited } from '../ledgers/token-values.ts'

/**
 * Lets a contract take tokens of their owner, unless it is allowed already.
 * @returns whether it is allowed now
 */
export function allow(
  block: EvmBlock,
  {
    owner,
    token,
    spender,
    amount,
  }: { owner: Wallet; token: Contract; spender: Uint8Array; amount: bigint },
): boolean {
  const question = erc20.allowance.encode({ owner: owner.evmAddress, spender })
  const allowed = block.read(token.address, question)
  if (allowed && numberOfWord(allowed) >= amount) return true
  const data = erc20.approve.encode({ spender, value: unlimited })
  return block.execute(contractCall(owner, token.address, data)) !== undefined
}
