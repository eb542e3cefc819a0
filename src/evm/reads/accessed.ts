import { addressAt, heightOf, type Step, wordAt } from './observed-execution.ts'

/** What a step is about to access. */
export type Access =
  | { readonly kind: 'slot'; readonly address: string; readonly slot: bigint }
  | { readonly kind: 'account'; readonly address: string }

/** Returns the account or slot that a step names on its stack; undefined for other opcodes. */
export function accessOf(step: Step): Access | undefined {
  const height = heightOf(step)
  switch (step.opcode) {
    case 0x54:
    case 0x55:
      if (height < 1) return undefined
      return { kind: 'slot', address: step.frame.start.account.address, slot: wordAt(step, 0) }
    case 0x31:
    case 0x3b:
    case 0x3c:
    case 0x3f:
    case 0xff:
      return height < 1 ? undefined : { kind: 'account', address: addressAt(step, 0) }
    case 0xf1:
    case 0xf2:
    case 0xf4:
    case 0xfa:
      return height < 5 ? undefined : { kind: 'account', address: addressAt(step, 1) }
    default:
      return undefined
  }
}
