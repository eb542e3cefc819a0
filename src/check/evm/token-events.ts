import { address, uint256 } from '../../formats/evm/abi.ts'
import { abiEvent, indexed } from '../../formats/evm/events.ts'
import type { Log } from '../../formats/evm/receipts.ts'
import { toHex } from '../../formats/ids.ts'

// Events of WETH9, the contract that wraps a chain's own token.
const deposit = abiEvent('Deposit', { holder: indexed(address), amount: uint256 })
const withdrawal = abiEvent('Withdrawal', { holder: indexed(address), amount: uint256 })

/** A wrapped native token and a holder, `0x` lower-case hex, and the amount of the change; wei. */
interface Wrapping {
  readonly token: string
  readonly holder: string
  readonly amount: bigint
}

/** Returns deposits: native value that became tokens. */
export const depositsIn = (logs: readonly Log[]): Wrapping[] => wrappings(deposit, logs)

/** Returns withdrawals: tokens that became native value again. */
export const withdrawalsIn = (logs: readonly Log[]): Wrapping[] => wrappings(withdrawal, logs)

const wrappings = (event: typeof deposit, logs: readonly Log[]): Wrapping[] =>
  logs.flatMap((log) => {
    const values = event.decode(log)
    return values
      ? [{ token: toHex(log.address), holder: toHex(values.holder), amount: values.amount }]
      : []
  })
