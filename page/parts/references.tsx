import type { JSX } from 'preact'
import { type Chain, chainById, useCatalogue } from '../core/catalogue.ts'
import { fromUnits, grouped, shortened } from '../core/format.ts'
import { link } from '../core/route.ts'
import { CopyButton } from './copy.tsx'

/** Hash or id in short form, as a link where it has a page, with its whole text to copy. */
export const Hash = ({
  text,
  to,
  what = 'hash',
  whole = false,
}: {
  readonly text: string
  readonly to?: string
  readonly what?: string
  readonly whole?: boolean
}): JSX.Element => {
  const short = whole ? text : shortened(text)
  return (
    <span class="hash">
      {to ? (
        <a href={to} title={text}>
          <code>{short}</code>
        </a>
      ) : (
        <code title={text}>{short}</code>
      )}
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** Address with its name, linked to its page. */
export function Address({
  network,
  address,
  chain,
  whole = false,
}: {
  readonly network: string
  readonly address: string
  /** EVM chain of a contract. */
  readonly chain?: string
  readonly whole?: boolean
}): JSX.Element {
  const { names } = useCatalogue()
  const plain = address.replace(/^[PXC]-/, '')
  const named = names.get(plain.startsWith('0x') ? plain.toLowerCase() : plain)
  const to = link(['explorer', network, 'address', plain], { chain })
  const isNamed = named !== undefined && !whole
  return (
    <span class="hash">
      <a href={to} class={isNamed ? 'name' : undefined} title={plain}>
        {isNamed ? named?.name : <code>{whole ? plain : shortened(plain, 6, 4)}</code>}
      </a>
      <CopyButton text={plain} what="address" />
    </span>
  )
}

/** Several addresses, such as the owners of an output. */
export const Addresses = ({
  network,
  of: addresses,
}: {
  readonly network: string
  readonly of: readonly string[]
}): JSX.Element =>
  addresses.length === 0 ? (
    <span class="quiet">nobody</span>
  ) : (
    <span class="stack">
      {addresses.map((address) => (
        <Address key={address} network={network} address={address} />
      ))}
    </span>
  )

/** Node with its name, linked to its validations. */
export function Node({
  network,
  nodeId,
}: {
  readonly network: string
  readonly nodeId: string
}): JSX.Element {
  const named = useCatalogue().names.get(nodeId)
  const to = link(['validators', network, nodeId])
  return (
    <span class="hash">
      <a href={to} class={named && 'name'} title={nodeId}>
        {named ? named.name : <code>{shortened(nodeId, 6, 4)}</code>}
      </a>
      <CopyButton text={nodeId} what="NodeID" />
    </span>
  )
}

/** Chain by its base-58 id or EVM chain id; a link where it is one of the world. */
export function ChainOf({
  id,
  network,
}: {
  readonly id: string | undefined
  readonly network?: string
}): JSX.Element | null {
  const catalogue = useCatalogue()
  if (id === undefined) return null
  const chain =
    catalogue.chains.find((each) => each.blockchainId === id && each.network === network) ??
    chainById(catalogue, id)
  return chain ? <ChainLink chain={chain} /> : <Hash text={id} what="chain id" />
}

export const ChainLink = ({ chain }: { readonly chain: Chain }): JSX.Element => (
  <a class="chain" href={link(['explorer', chain.network, chain.id])}>
    {chain.name}
  </a>
)

/** Subnet by its name, or its id in short form. */
export function SubnetOf({
  id,
  network,
}: {
  readonly id: string
  readonly network: string
}): JSX.Element {
  const named = useCatalogue().names.get(id)
  const to = link(['explorer', network, 'subnet', id])
  return named ? (
    <a href={to} title={id}>
      {named.name}
    </a>
  ) : (
    <Hash text={id} to={to} what="subnet id" />
  )
}

/** Amount of a coin or token. */
export const Amount = ({
  units,
  decimals,
  symbol,
}: {
  readonly units: string
  readonly decimals: number
  readonly symbol?: string
}): JSX.Element => {
  const decimal = fromUnits(units, decimals)
  return (
    <span class="number" title={`${grouped(decimal, 40)} ${symbol ?? ''}`}>
      {grouped(decimal)}
      {symbol && <span class="symbol"> {symbol}</span>}
    </span>
  )
}

/** Amount in nAVAX, as the P- and X-chain count. */
export const Avax = ({ nano }: { readonly nano: string | number }): JSX.Element => (
  <Amount units={String(nano)} decimals={9} symbol="AVAX" />
)
