import { encodeCb58, idOf, toHex } from '../formats/ids.ts'
import { text } from '../json-rpc/argument-readers.ts'
import { defineMethod, type Method, RpcError, rpcError } from '../json-rpc/method.ts'
import type { PrimaryChain } from '../networks/primary-chain.ts'
import { ClosedWorldError } from '../world/closed-world-error.ts'
import type { World } from '../world/world.ts'
import { chainEncoding } from './arguments.ts'
import { decoded } from './bytes.ts'
import { acceptedTransaction } from './transactions.ts'

/**
 * Builds `issueTx` of a chain: it answers when the transaction is in an accepted block. A
 * transaction that is there already gets its id again.
 */
export const issueTx = (service: 'platform' | 'avm' | 'avax', chain: PrimaryChain): Method =>
  defineMethod(
    `${service}.issueTx`,
    { tx: text, encoding: chainEncoding },
    async (world: World, args, { issuer }) => {
      const bytes = decoded(args.tx, args.encoding)
      const txId = encodeCb58(idOf(bytes))
      if (acceptedTransaction(world, chain, txId)) return { txID: txId }
      if (!issuer)
        throw rpcError('internal error: a transaction was sent to a world that nothing can change')
      try {
        await issuer.issue({
          network: world.nodeNetwork,
          chain,
          bytes: toHex(bytes),
          ...(chain === 'C' && { format: 'atomic' as const }),
        })
        return { txID: txId }
      } catch (error) {
        const reason = refusalIn(error)
        if (reason === undefined) throw error
        issuer.noteRefusal(txId, reason)
        throw new RpcError(reason)
      }
    },
  )

/**
 * Returns the text of a refused action, also of one whose world was removed meanwhile; undefined
 * for any other error.
 */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof ClosedWorldError || (error instanceof Error && 'refusal' in error)
    ? error.message
    : undefined

/** Tells whether a refused transaction only lacks a lower nonce of its sender. */
export const isNonceGap = (error: unknown): boolean =>
  error instanceof Error &&
  'refusal' in error &&
  error.refusal instanceof Error &&
  'isNonceGap' in error.refusal &&
  error.refusal.isNonceGap === true
