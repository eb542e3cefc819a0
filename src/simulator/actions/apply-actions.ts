import type { Action, ActionResult, Do } from '../../../schemas/control/actions/index.ts'
import { FormatError } from '../../formats/codec.ts'
import { networkConstants } from '../../networks/constants.ts'
import type { Network } from '../../networks/network.ts'
import { statement } from '../../store/statement.ts'
import type { WorldStore } from '../../store/world-store.ts'
import { secondsText } from '../../time/times.ts'
import { Impossible } from '../primary/impossible.ts'
import { UnknownKey } from '../primary/utxos/parties.ts'
import type { ActionContext } from './action-context.ts'
import { Refusal } from './refusal.ts'
import type { Made, Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/** An action that does not happen, and with it none of its request. */
export class RefusedAction extends Error {
  /** Place in the request. */
  readonly index: number
  /** JSON pointer to the field of the action that is to blame; empty: it is not one field alone. */
  readonly pointer: string
  readonly refusal: Refusal

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
 * Does actions in their order, with a stop after each; the caller accepts what is open afterwards,
 * then they can be placed.
 * @throws RefusedAction, and leaves a state that nobody may go on with
 */
export function* doActions(
  actions: readonly Action[],
  runOf: (network: Network | undefined) => ActionContext,
): Generator<undefined, Unplaced[]> {
  const results: Unplaced[] = []
  for (const [index, action] of actions.entries()) {
    try {
      const context = runOf(action.network)
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

/** The action with C where it names the C-chain by its EVM chain id. */
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
  // A value that no field of a transaction holds makes no transaction.
  if (error instanceof Impossible || error instanceof FormatError)
    return new RefusedAction(index, Refusal.impossible(error.message), action)
  return error
}

/** Where a text stands in an action, the first place; undefined: nowhere. */
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

/** Results with the place of their transactions. @param now epoch seconds, for what has none */
export const placed = (
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
