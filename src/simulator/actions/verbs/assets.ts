import {
  type CreateAssetAction,
  type MintAssetAction,
  type MintNftAction,
  maxPayloadBytes,
} from '../../../../schemas/control/actions/assets.ts'
import { encodeCb58, fromHex, parseId } from '../../../formats/ids.ts'
import { exchangeTransactions } from '../../../formats/x-chain-transactions.ts'
import { statement } from '../../../store/statement.ts'
import { decimalText } from '../../../util/decimal.ts'
import * as builders from '../../primary/exchange/exchange-actions.ts'
import type { SignedTransaction } from '../../primary/signed.ts'
import type { Drafting } from '../../primary/state.ts'
import type { Party } from '../../primary/utxos/parties.ts'
import type { ActionContext } from '../action-context.ts'
import { avaxDecimals, unitsOf } from '../amounts.ts'
import { Refusal } from '../refusal.ts'
import type { Made } from '../verb.ts'

/** Maximum amount of an output, which holds 64 bits. */
const maxUnits = 2n ** 64n - 1n

/** Maximum number of NFTs in a collection: each needs a right from its creation. G-91 */
const nftRights = 16

export function createAsset(context: ActionContext, action: CreateAssetAction): Made {
  const { name, symbol, kind, amount, as } = action
  const isNft = kind === 'nft'
  for (const field of ['amount', 'denomination'] as const)
    if (isNft && action[field] !== undefined) throw Refusal.bad(field, 'absent for NFTs')
  const denomination = isNft ? 0 : (action.denomination ?? avaxDecimals)
  if (!isNft && amount === undefined) throw Refusal.bad('amount', 'given, unless the kind is nft')
  const units = isNft ? BigInt(nftRights) : units64('amount', amount ?? '', denomination)
  const by = context.party(action.by)
  const tx = context.exchange.add((state, time) =>
    builders.createAsset(state, {
      time,
      by,
      asset: { name, symbol, denomination, kind, amount: units },
    }),
  )
  const assetId = encodeCb58(tx.id)
  context.name('asset', as, assetId)
  // A name on the chain is not unique: it refers to the first asset with it.
  if (as !== name && context.idOf('asset', name) === name) context.name('asset', name, assetId)
  return { chain: 'X', txId: assetId, assetId }
}

export function mintAsset(
  context: ActionContext,
  { asset: text, to, amount }: MintAssetAction,
): Made {
  const owners = context.owners(to)
  return operate(context, text, 'MintOutput', (state, time, { id, minter, denomination }) =>
    builders.mintAsset(state, {
      ...{ time, to: owners, amount: units64('amount', amount, denomination) },
      asset: { id, minter },
    }),
  )
}

export function mintNft(
  context: ActionContext,
  { asset: text, to, ...action }: MintNftAction,
): Made {
  const owners = context.owners(to)
  const payload = payloadOf(action)
  if (payload.length > maxPayloadBytes)
    throw Refusal.bad('payload', `at most ${maxPayloadBytes} bytes`)
  return operate(context, text, 'NftMintOutput', (state, time, { id, minter }) =>
    builders.mintNft(state, { time, to: owners, payload, asset: { id, minter } }),
  )
}

/** Decodes hex after 0x, as the data of messages; otherwise returns the bytes of the text. G-152 */
const payloadOf = ({ payload = '' }: Pick<MintNftAction, 'payload'>): Uint8Array =>
  payload.startsWith('0x') ? fromHex(payload) : Buffer.from(payload)

/** An asset of the X-chain with its minter. */
interface Mintable {
  readonly id: Uint8Array
  readonly denomination: number
  readonly minter: Party
}

function operate(
  context: ActionContext,
  text: string,
  right: 'MintOutput' | 'NftMintOutput',
  make: (state: Drafting, time: number, asset: Mintable) => SignedTransaction | undefined,
): Made {
  const tx = context.exchange.add((state, time) => {
    const asset = assetNamed(context, text)
    const minter = minterOf(state, asset.id, right)
    if (!minter)
      throw Refusal.impossibleText(
        text,
        right === 'MintOutput'
          ? `${text} is not a variable asset; mintAsset needs one that createAsset made with kind variable`
          : `${text} is not a collection of NFTs; mintNft needs one that createAsset made with kind nft`,
      )
    const made = make(state, time, { ...asset, minter })
    if (made) return made
    throw Refusal.impossibleText(
      text,
      `${text} can no longer be minted: the output with the right to mint it is spent`,
    )
  })
  return { chain: 'X', txId: encodeCb58(tx.id), assetId: context.idOf('asset', text) }
}

/** Returns the minter of an asset. Its creation determines it, and minting does not change it. */
function minterOf(
  { cast, facts, ids, store }: Drafting,
  id: Uint8Array,
  right: 'MintOutput' | 'NftMintOutput',
): Party | undefined {
  const row = store.get(selectBytes, { network: facts.network, id: ids.id(id) })
  if (!row) return undefined
  const { unsigned } = exchangeTransactions.decode(row.bytes)
  if (unsigned.type !== 'CreateAssetTx') return undefined
  const output = unsigned.initialStates
    .flatMap(({ outputs }) => outputs)
    .find(({ type }) => type === right)
  return output && 'addresses' in output ? cast.ownersOf(output) : undefined
}

/**
 * Returns an asset of the X-chain by its name or id.
 * @throws Refusal
 */
export function assetNamed(context: ActionContext, text: string) {
  const id = context.idOf('asset', text)
  const row = context.state.store.get(selectAsset, { network: context.network, id })
  if (!row)
    throw Refusal.impossibleText(
      text,
      `${context.network} has no asset ${text}; createAsset makes one`,
    )
  return { id: parseId(id), denomination: row.denomination }
}

function units64(field: string, text: string, decimals: number): bigint {
  const units = unitsOf(field, text, decimals)
  if (units === 0n || units > maxUnits)
    throw Refusal.bad(
      field,
      `from ${decimalText({ digits: 1n, places: decimals })} to ${decimalText({ digits: maxUnits, places: decimals })}`,
    )
  return units
}

const selectAsset = statement<{ network: string; id: string }, { denomination: number }>(
  'SELECT denomination FROM asset WHERE network = :network AND asset_id = :id',
)

const selectBytes = statement<{ network: string; id: string }, { bytes: Uint8Array }>(`
  SELECT bytes FROM primary_transaction
  WHERE network = :network AND chain = 'X' AND tx_id = :id`)
