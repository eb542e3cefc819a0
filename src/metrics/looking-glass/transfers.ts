/** Transfer of tokens between two addresses; the amount is decimal text. */
export interface Transfer {
  readonly sender: string
  readonly recipient: string
  readonly value: string
}

/** Sender of created tokens, and recipient of destroyed ones. */
export const zeroAddress = '0x0000000000000000000000000000000000000000'

/**
 * Returns all amounts after transfers, which start with the very first one. The order is that of
 * the first participation in a transfer.
 */
export function transferred(transfers: readonly Transfer[]): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const transfer of transfers) follow(amounts, transfer)
  return amounts
}

/** Updates amounts by a transfer. */
export function follow(amounts: Map<string, bigint>, { sender, recipient, value }: Transfer): void {
  const change = (address: string, by: bigint) => {
    if (address !== zeroAddress) amounts.set(address, (amounts.get(address) ?? 0n) + by)
  }
  change(sender, -BigInt(value))
  change(recipient, BigInt(value))
}
