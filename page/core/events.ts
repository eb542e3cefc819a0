/** Parameter of an event: its type and its name. */
type Parameter = readonly [type: string, name: string]

/** Event of a contract whose signature is public. */
interface KnownEvent {
  readonly name: string
  readonly parameters: readonly Parameter[]
}

const event = (name: string, ...parameters: readonly string[]): KnownEvent => ({
  name,
  parameters: parameters.map((text) => text.split(' ') as unknown as Parameter),
})

/**
 * Events by their first topic: the Keccak-256 of their signature. Indexed parameters come first in
 * all of them. ERC-20, ERC-721, ERC-1155, wrapped coins, owners and Teleporter messages.
 */
export const knownEvents: Readonly<Record<string, KnownEvent>> = {
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': event(
    'Transfer',
    ...['address from', 'address to', 'uint256 value'],
  ),
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': event(
    'Approval',
    ...['address owner', 'address spender', 'uint256 value'],
  ),
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': event(
    'ApprovalForAll',
    ...['address owner', 'address operator', 'bool approved'],
  ),
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62': event(
    'TransferSingle',
    ...['address operator', 'address from', 'address to', 'uint256 id', 'uint256 value'],
  ),
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb': event(
    'TransferBatch',
    ...['address operator', 'address from', 'address to', 'uint256[] ids', 'uint256[] values'],
  ),
  '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c': event(
    'Deposit',
    ...['address dst', 'uint256 wad'],
  ),
  '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65': event(
    'Withdrawal',
    ...['address src', 'uint256 wad'],
  ),
  '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0': event(
    'OwnershipTransferred',
    ...['address previousOwner', 'address newOwner'],
  ),
}

/** Log of a receipt, as the node writes it. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  /** Quantity in hex. */
  readonly logIndex: string
}

/** Decoded value of a parameter. */
interface Argument {
  readonly name: string
  readonly type: string
  /** Address, decimal number or true and false. */
  readonly value: string
}

/** Returns the arguments of a log; undefined for an event that the page does not know. */
export function decodeLog({ topics, data }: Log):
  | {
      readonly name: string
      readonly values: readonly Argument[]
    }
  | undefined {
  const known = knownEvents[topics[0] ?? '']
  if (!known) return undefined
  const words = data.slice(2).match(/.{64}/g) ?? []
  const indexed = topics.slice(1).map((topic) => topic.slice(2))
  const { name, parameters } = known
  // Words of dynamic types are offsets: these parameters are left out.
  const isStatic = parameters.slice(indexed.length).every(([type]) => !type.endsWith('[]'))
  const values = [...indexed, ...(isStatic ? words : [])]
  return {
    name,
    values: parameters.flatMap(([type, parameter], index) => {
      const word = values[index]
      return word === undefined ? [] : [{ name: parameter, type, value: textOf(type, word) }]
    }),
  }
}

function textOf(type: string, word: string): string {
  if (type === 'address') return `0x${word.slice(24)}`
  const number = BigInt(`0x${word}`)
  return type === 'bool' ? String(number !== 0n) : String(number)
}
