import type { IssueAction } from '../../../../schemas/control/actions/issue.ts'
import { fromHex } from '../../../formats/ids.ts'
import type { InParts } from '../../../util/in-parts.ts'
import { issueAtomic } from '../../issue/issue-atomic.ts'
import { issueEvm } from '../../issue/issue-evm.ts'
import { issueExchange } from '../../issue/issue-exchange.ts'
import { issuePlatform } from '../../issue/issue-platform.ts'
import type { ActionContext } from '../action-context.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/**
 * Issues a signed transaction of a wallet; one that is there already changes nothing. G-240
 */
export function issue(
  context: ActionContext,
  { chain, bytes, format }: IssueAction,
): Made | InParts<Made> {
  const isAtomic = format === 'atomic'
  if (isAtomic && chain !== 'C') throw Refusal.bad('format', 'absent unless chain is C')
  const signed = fromHex(bytes)
  if (chain === 'P') return issuePlatform(context, signed)
  if (chain === 'X') return issueExchange(context, signed)
  return isAtomic ? issueAtomic(context, signed) : issueEvm(context, chain, signed)
}
