// Gas of Ethereum's yellow paper and EIPs. A gas amount is a number: limits above 2^53 - 1 are taken
// as that, which no block of these chains allows.

/** Maximum gas that an execution counts. */
export const MAX_GAS = Number.MAX_SAFE_INTEGER

/** Words of 32 bytes that hold so many bytes. */
export const wordsOf = (bytes: number): number => Math.ceil(bytes / 32)

/** Total gas of a memory of so many words. */
export const memoryGas = (words: number): number => 3 * words + Math.floor((words * words) / 512)

/**
 * Bytes of memory that no gas of a block pays for: more than 2^43 gas. A larger memory counts as out
 * of gas.
 */
export const MAX_MEMORY = 2 ** 31

/** Gas that a callee may get of the caller's (EIP-150). */
export const allButOne64th = (gas: number): number => gas - Math.floor(gas / 64)

export const stipend = 2300
export const valueTransferGas = 9000
export const newAccountGas = 25_000
export const codeByteGas = 200
export const initCodeWordGas = 2
export const hashWordGas = 6
export const copyWordGas = 3
export const logByteGas = 8
export const exponentByteGas = 50

/** Maximum length of deployed code (EIP-170). */
export const MAX_CODE = 24_576
/** Maximum length of code that deploys (EIP-3860). */
export const MAX_INIT_CODE = 2 * MAX_CODE
/** Maximum number of frames below the first one. */
export const MAX_DEPTH = 1024

/** Gas of a transaction before its execution. */
export interface IntrinsicParts {
  readonly data: Uint8Array
  readonly isCreation: boolean
  /** Whether words of init code cost gas (EIP-3860). */
  readonly metersInitCode: boolean
}

/** Returns the gas of a transaction before its execution, without that of its access list. */
export function intrinsicGas({ data, isCreation, metersInitCode }: IntrinsicParts): number {
  let gas = isCreation ? 53_000 : 21_000
  for (const byte of data) gas += byte === 0 ? 4 : 16
  return isCreation && metersInitCode ? gas + initCodeWordGas * wordsOf(data.length) : gas
}

export const accessListAddressGas = 2400
export const accessListSlotGas = 1900
