import { concatBytes } from '@noble/curves/utils.js'
import { numberOfWord, WORD } from '../../formats/words.ts'
import { boundedRead } from '../reads/bounded-read.ts'
import { EMPTY_CODE_HASH } from '../state.ts'
import type { Surroundings } from '../transaction.ts'
import { contractText } from './contract-text.ts'
import { hasSelector, mayDelegate, selectorOf } from './selectors.ts'

/**
 * Gas that the calls of all contracts of a transaction may use together: once it is used up, further
 * contracts stay unknown. A transaction can create hundreds of contracts that answer slowly. G-310
 */
export class RecognitionGas {
  left = 5_000_000
}

/** Standard that a contract follows, and what it tells about itself. */
export interface RecognizedContract {
  readonly ercType: 'ERC-20' | 'ERC-721' | 'ERC-1155' | 'UNKNOWN'
  /** Absent where the contract tells none. */
  readonly name?: string
  readonly symbol?: string
  /** Decimals of an ERC-20 token; 0 where it tells none (G-311). */
  readonly decimals?: number
  /**
   * Whether an ERC-20 token wraps the coin of its chain, so that deposits make tokens; never found
   * behind a proxy.
   */
  readonly wrapsNative: boolean
}

/** Gas of a question about an interface (ERC-165). */
const interfaceGas = 30_000
/** Gas of any other function: 40 slots of text, read through a proxy. */
const readGas = 100_000

const selectors = {
  supportsInterface: selectorOf('supportsInterface(bytes4)'),
  name: selectorOf('name()'),
  symbol: selectorOf('symbol()'),
  decimals: selectorOf('decimals()'),
  totalSupply: selectorOf('totalSupply()'),
  balanceOf: selectorOf('balanceOf(address)'),
  transfer: selectorOf('transfer(address,uint256)'),
  deposit: selectorOf('deposit()'),
  withdraw: selectorOf('withdraw(uint256)'),
}

/** A function that no standard has: a contract that returns here takes every call. */
const unheardOf = selectorOf('functionThatNoContractHas()')

const interfaceIds = {
  'ERC-165': '01ffc9a7',
  'ERC-721': '80ac58cd',
  'ERC-1155': 'd9b67a26',
  /** The one that every contract has to deny. */
  invalid: 'ffffffff',
}

/**
 * Finds the standard of a contract as indexers do: by selectors in its code, and by calls of a
 * bounded gas. A proxy has the functions of another contract, so it is only called. G-310
 * @param address `0x` and lower-case digits
 * @param gas gas of all contracts of the transaction that created it
 */
export function recognizeContract(
  address: string,
  surroundings: Surroundings,
  gas = new RecognitionGas(),
): RecognizedContract {
  const { state } = surroundings
  if (gas.left <= 0) return nothing
  const account = state.account(address)
  if (!account || account.codeHash === EMPTY_CODE_HASH) return nothing
  const contract = new ContractReader(
    { address, code: state.code(account.codeHash) },
    surroundings,
    gas,
  )
  const ercType = ercTypeOf(contract)
  const name = contract.text('name')
  const symbol = ercType === 'UNKNOWN' ? undefined : contract.text('symbol')
  return {
    ercType,
    ...(name !== undefined && { name }),
    ...(symbol !== undefined && { symbol }),
    ...(ercType === 'ERC-20' && { decimals: contract.decimals() }),
    wrapsNative: ercType === 'ERC-20' && contract.lists('deposit') && contract.lists('withdraw'),
  }
}

const nothing: RecognizedContract = { ercType: 'UNKNOWN', wrapsNative: false }

function ercTypeOf(contract: ContractReader): RecognizedContract['ercType'] {
  if (contract.supports('ERC-165') && !contract.supports('invalid')) {
    if (contract.supports('ERC-721')) return 'ERC-721'
    if (contract.supports('ERC-1155')) return 'ERC-1155'
  }
  return isErc20(contract) ? 'ERC-20' : 'UNKNOWN'
}

/** ERC-20 has no interface id: supply and balances have to be numbers. */
const isErc20 = (contract: ContractReader) =>
  contract.has('transfer') &&
  contract.word('totalSupply') !== undefined &&
  contract.word('balanceOf', new Uint8Array(WORD)) !== undefined &&
  !contract.takesEveryCall()

class ContractReader {
  readonly #address: string
  readonly #code: Uint8Array
  readonly #surroundings: Surroundings
  readonly #gas: RecognitionGas
  readonly #isProxy: boolean

  constructor(
    { address, code }: { address: string; code: Uint8Array },
    surroundings: Surroundings,
    gas: RecognitionGas,
  ) {
    this.#gas = gas
    this.#address = address
    this.#code = code
    this.#surroundings = surroundings
    this.#isProxy = mayDelegate(code)
  }

  /** Returns whether it may have a function. */
  has(name: keyof typeof selectors): boolean {
    return this.#isProxy || this.lists(name)
  }

  /** Returns whether its own code has the selector of a function. */
  lists(name: keyof typeof selectors): boolean {
    return hasSelector(this.#code, selectors[name])
  }

  /** Returns whether it says that it has an interface. */
  supports(id: keyof typeof interfaceIds): boolean {
    const argument = new Uint8Array(WORD)
    argument.set(Buffer.from(interfaceIds[id], 'hex'))
    return this.word('supportsInterface', argument, interfaceGas) === 1n
  }

  /** Returns the number that a function returns. */
  word(
    name: keyof typeof selectors,
    argument = new Uint8Array(),
    gas = readGas,
  ): bigint | undefined {
    if (!this.has(name)) return undefined
    const output = this.#read(concatBytes(selectors[name], argument), gas)
    return output?.length === WORD ? numberOfWord(output, 0) : undefined
  }

  text(name: 'name' | 'symbol'): string | undefined {
    const output = this.has(name) ? this.#read(selectors[name], readGas) : undefined
    return output && contractText(output)
  }

  decimals(): number {
    const decimals = this.word('decimals') ?? 0n
    return decimals < 256n ? Number(decimals) : 0
  }

  takesEveryCall(): boolean {
    return this.#read(unheardOf, readGas) !== undefined
  }

  #read(data: Uint8Array, gas: number): Uint8Array | undefined {
    const { output, gasUsed } = boundedRead(this.#surroundings, { to: this.#address, data, gas })
    this.#gas.left -= gasUsed
    return output
  }
}
