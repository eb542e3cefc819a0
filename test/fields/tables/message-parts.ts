import { uuidOf } from '../../../src/accounts/uuid.ts'
import { messageSeed, webhookId } from '../support/messages-of-block.ts'
import { from } from '../support/source.ts'
import { cChainId } from './primary-parts.ts'

/** Id of a message of an event. @param of id of the transaction or block */
export const messageId = (of: string, event: string, about = ''): string =>
  uuidOf(messageSeed, 'message', webhookId, of, event, about)

/** Id of a message whose transaction or block has its id in a cell. */
export const messageIdOf = (cell: string, event: string, about?: string, to?: string) =>
  from(cell, (of: string) => messageId(of, event, about), to === undefined ? {} : { to })

/** Id that has the form of those of transactions and is of none. */
export const otherTxId = cChainId
