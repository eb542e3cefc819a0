/** Tokens that went from somebody to somebody; how many is decimal text. */
export interface Transfer {
  readonly sender: string
  readonly recipient: string
  readonly value: string
}

/** Whom tokens come from when they are made, and go to when they are no more. */
export const nobody = '0x0000000000000000000000000000000000000000'

/**
 * What everybody has after transfers, from the first one of all on, in the order in which they first
 * took part in one.
 */
export function transferred(transfers: readonly Transfer[]): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const transfer of transfers) follow(amounts, transfer)
  return amounts
}

/** Changes amounts by a transfer. */
export function follow(amounts: Map<string, bigint>, { sender, recipient, value }: Transfer): void {
  const change = (address: string, by: bigint) => {
    if (address !== nobody) amounts.set(address, (amounts.get(address) ?? 0n) + by)
  }
  change(sender, -BigInt(value))
  change(recipient, BigInt(value))
}
