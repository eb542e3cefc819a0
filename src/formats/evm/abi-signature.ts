import { FormatError } from '../codec.ts'
import { type AbiParameter, canonicalType } from './abi-json.ts'

/** A function or constructor as a text names it. */
export interface AbiSignature {
  /** Empty for parameters without a name before them. */
  readonly name: string
  /** Parameters in order. */
  readonly parameters: readonly AbiParameter[]
  /** `name(types)` in canonical form; the first 4 bytes of its keccak256 select a function. */
  readonly canonical: string
}

/** Levels of structs in structs, enough for any contract. */
const maxDepth = 16

/**
 * Parses `mint(address,uint256)` or `mint(address to, uint256 amount)`. Structs are lists in
 * parentheses: `sell((address token, uint256 id)[] items)`.
 * @throws FormatError
 */
export function parseSignature(text: string): AbiSignature {
  const [whole, name = ''] = /^\s*([A-Za-z_$][\w$]*)?\s*(?=\()/.exec(text) ?? []
  if (whole === undefined)
    throw new FormatError('', 'no name and types in parentheses, as in mint(address,uint256)')
  const reader = new SignatureReader(text, whole.length)
  const parameters = reader.list(0)
  reader.end()
  return { name, parameters, canonical: `${name}(${parameters.map(canonicalType).join()})` }
}

class SignatureReader {
  readonly #text: string
  #place: number

  constructor(text: string, place: number) {
    this.#text = text
    this.#place = place
  }

  /** Reads a list in parentheses. */
  list(depth: number): AbiParameter[] {
    if (depth > maxDepth) throw new FormatError('', `structs in more than ${maxDepth} structs`)
    this.#expect('(')
    if (this.#accept(')')) return []
    const parameters = [this.#parameter(depth)]
    while (this.#accept(',')) parameters.push(this.#parameter(depth))
    this.#expect(')')
    return parameters
  }

  end(): void {
    this.#skipSpace()
    if (this.#place < this.#text.length) throw this.#unexpected('the end')
  }

  #parameter(depth: number): AbiParameter {
    const isStruct = this.#accept('tuple(', '(')
    if (isStruct) this.#place--
    const components = isStruct ? this.list(depth + 1) : undefined
    const type = this.#match(components ? /(\[\d*\])*/y : /[a-z]+\d*(\[\d*\])*/y)
    if (type === undefined) throw this.#unexpected('a type')
    this.#match(/\s+(memory|calldata|storage)\b/y)
    const name = this.#match(/\s+[A-Za-z_$][\w$]*/y)?.trim()
    return {
      type: components ? `tuple${type}` : type,
      ...(name !== undefined && { name }),
      ...(components && { components }),
    }
  }

  #accept(...texts: string[]): boolean {
    this.#skipSpace()
    const found = texts.find((each) => this.#text.startsWith(each, this.#place))
    if (found === undefined) return false
    this.#place += found.length
    return true
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#unexpected(`"${text}"`)
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#place
    const found = pattern.exec(this.#text)?.[0]
    this.#place += found?.length ?? 0
    return found
  }

  #skipSpace(): void {
    this.#match(/\s*/y)
  }

  #unexpected(expected: string): FormatError {
    const rest = this.#text.slice(this.#place, this.#place + 20)
    return new FormatError(
      '',
      `expected ${expected} at character ${this.#place + 1}${rest === '' ? ', where the text ends' : `, not ${JSON.stringify(rest)}`}`,
    )
  }
}
