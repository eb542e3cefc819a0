import type { ReindexNftAction } from '../../../../schemas/control/actions/tokens.ts'
import { secondsText } from '../../../time/time-text.ts'
import { hourSeconds } from '../../../time/time-units.ts'
import type { InParts } from '../../../util/in-parts.ts'
import type { ActionContext } from '../action-context.ts'
import { contractNamed } from '../named-contract.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/**
 * Requests a fresh read of a token's metadata: without a transaction, at most once an hour. G-153
 */
export function* reindexNft(context: ActionContext, action: ReindexNftAction): InParts<Made> {
  const { contract: named, chain, tokenId } = action
  const { assembler, contract } = contractNamed(context, named, chain)
  // Tokens of the open block do not exist before it is accepted.
  assembler.flush()
  const { nfts } = assembler.actors.transfers
  const token = { contract, id: BigInt(tokenId) }
  const key = nfts.keyOf(contract.seq, token.id)
  if (key === undefined) throw Refusal.impossibleText(tokenId, `${named} has no token ${tokenId}`)
  const last = nfts.reindexedAt(key)
  const next = last === undefined ? 0 : last + hourSeconds
  const now = context.now()
  if (now < next)
    throw Refusal.impossible(
      `token ${tokenId} of ${named} was reindexed within the last hour; try again from ${secondsText(next)} by the world's clock`,
    )
  nfts.reindex(token, now, yield* assembler.tokenUrisAt(now, token))
  return { chain: assembler.name, address: contract.text, tokenIds: [tokenId] }
}
