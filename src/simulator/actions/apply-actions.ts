import type { Action, ActionResult, Do } from '../../../schemas/control/actions/index.ts'
import { FormatError } from '../../formats/codec.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { secondsText } from '../../time/time-text.ts'
import { Impossible } from '../primary/impossible.ts'
import { UnknownKey } from '../primary/utxos/parties.ts'
import type { ActionContext } from './action-context.ts'
import { Refusal } from './refusal.ts'
import type { Made, Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/** Error: an action is refused, and with it its whole request. */
export class RefusedAction extends Error {
  override readonly name = 'RefusedAction'
  /** Index in the request. */
  readonly index: number
  /** JSON pointer to the refused field of the action; empty when no single field is the cause. */
  readonly pointer: string
  readonly refusal: Refusal
  /** Whether the simulation is as it was before the request, so that it goes on. */
  leavesSimulation = false

  constructor(index: number, refusal: Refusal, action: Action) {
    super(refusal.message, { cause: refusal })
    this.index = index
    this.refusal = refusal
    const { pointer = pointerTo(refusal.refused, action) ?? '' } = refusal.details
    this.pointer = String(pointer)
  }
}

type Unplaced = Made & Pick<ActionResult, 'do' | 'network'>

/**
 * Applies actions in order, with a pause after each. The caller then accepts open blocks, after
 * which the transactions have a place.
 * @throws RefusedAction, and leaves a state that must be discarded
 */
export function* doActions(
  actions: readonly Action[],
  contextOf: (network: Network | undefined) => ActionContext,
): Generator<undefined, Unplaced[]> {
  const results: Unplaced[] = []
  for (const [index, action] of actions.entries()) {
    try {
      const context = contextOf(action.network)
      const verb = verbs[action.do] as Verb<Action>
      for (const made of [verb(context, inTermsOf(context.network, action))].flat())
        results.push({ do: action.do, network: context.network, ...made })
    } catch (error) {
      throw refused(index, error, action)
    }
    yield
  }
  return results
}

/** Returns the action with C in place of the C-chain's EVM chain id. */
function inTermsOf(network: Network, action: Action): Action {
  const { evmChainId } = networkConstants[network]
  const chains = Object.entries(action).filter(
    ([field, value]) => /chain$/i.test(field) && value === evmChainId,
  )
  return { ...action, ...Object.fromEntries(chains.map(([field]) => [field, 'C'])) }
}

function refused(index: number, error: unknown, action: Action): unknown {
  if (error instanceof Refusal) return new RefusedAction(index, error, action)
  if (error instanceof UnknownKey) {
    const { message, address } = error
    return new RefusedAction(index, Refusal.impossible(message, { address }, address), action)
  }
  // A value that fits no field of a transaction makes no transaction.
  if (error instanceof Impossible || error instanceof FormatError)
    return new RefusedAction(index, Refusal.impossible(error.message), action)
  return error
}

/** Finds the first place of a text in an action; undefined: none. */
function pointerTo(text: string | undefined, value: unknown): string | undefined {
  if (value === text) return ''
  if (text === undefined || typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name === 'do' || name === 'network') continue
    const pointer = pointerTo(text, inner)
    if (pointer !== undefined) return `/${name}${pointer}`
  }
  return undefined
}

/**
 * Adds the place of their transactions to results.
 * @param now epoch seconds, for results without one
 */
export const locate = (
  results: readonly Unplaced[],
  store: Pick<WorldStore, 'get'>,
  now: number,
): ActionResult[] =>
  results.map(({ do: verb, network, chain, txId, ...made }) => {
    const place =
      chain === undefined || txId === undefined ? undefined : placeOf(store, network, chain, txId)
    return {
      ...{ do: verb as Do, network },
      ...(chain !== undefined && { chain }),
      ...(txId !== undefined && { txId }),
      ...(place && { height: place.height }),
      time: secondsText(place?.time ?? now),
      ...made,
    }
  })

function placeOf(store: Pick<WorldStore, 'get'>, network: Network, chain: string, txId: string) {
  if (chain === 'P' || chain === 'X' || !txId.startsWith('0x'))
    return store.get(selectPrimaryPlace, { network, chain, txId })
  const chainId = chain === 'C' ? networkConstants[network].evmChainId : chain
  return store.get(selectEvmPlace, { chainId, hash: txId })
}

interface PlaceRow {
  height: number
  time: number
}

const selectPrimaryPlace = statement<{ network: string; chain: string; txId: string }, PlaceRow>(`
  SELECT CAST(block_number AS INTEGER) AS height, timestamp AS time FROM primary_transaction
  WHERE network = :network AND chain = :chain AND tx_id = :txId`)

const selectEvmPlace = statement<{ chainId: string; hash: string }, PlaceRow>(`
  SELECT b.number AS height, b.timestamp AS time FROM evm_transaction AS t
  JOIN evm_block AS b ON b.chain_id = t.chain_id AND b.number = t.block_number
  WHERE t.chain_id = :chainId AND t.hash = :hash`)
