import { id } from '../json-rpc/argument-readers.ts'
import { ArgumentError, type ArgumentReader } from '../json-rpc/arguments.ts'
import { foldedName, stringOf } from '../json-rpc/json-text.ts'

/** Reader of texts in order; absent: none. */
export const texts: ArgumentReader<readonly string[]> = {
  absent: [],
  read({ text: raw, parts }) {
    if (raw === 'null') return undefined
    if (!raw.startsWith('[')) throw new ArgumentError()
    return parts.map(({ text: element }) => {
      if (!element.startsWith('"')) throw new ArgumentError()
      return stringOf(element)
    })
  },
}

/** Reader of ids in order; `null` in the list is the id of 32 zero bytes. Absent: none. */
export const idList: ArgumentReader<readonly string[]> = {
  absent: [],
  read({ text: raw, parts }, dialect) {
    if (raw === 'null') return []
    if (!raw.startsWith('[')) throw new ArgumentError()
    return parts.map((element) => id.read(element, dialect) ?? id.absent)
  },
}

/** Reader of true or false; absent: false. */
export const flag: ArgumentReader<boolean> = {
  absent: false,
  read({ text: raw }) {
    if (raw === 'null') return undefined
    if (raw !== 'true' && raw !== 'false') throw new ArgumentError()
    return raw === 'true'
  },
}

/** Place in a list of outputs: the last address and UTXO of the page before. */
export interface UtxoIndex {
  readonly address: string
  readonly utxo: string
}

/** Reader of such a place; absent: the beginning. */
export const utxoIndex: ArgumentReader<UtxoIndex> = {
  absent: { address: '', utxo: '' },
  read({ text: raw, parts }) {
    if (raw === 'null') return undefined
    if (!raw.startsWith('{')) throw new ArgumentError()
    const members = new Map(
      parts.map((part) => {
        if (!part.text.startsWith('"')) throw new ArgumentError()
        return [foldedName(part.name ?? ''), stringOf(part.text)] as const
      }),
    )
    return { address: members.get('address') ?? '', utxo: members.get('utxo') ?? '' }
  },
}

/** Encodings of bytes; only transactions and blocks of P and X have `json`. */
export type ChainEncoding = 'hex' | 'hexc' | 'hexnc' | 'json'

/** Reader of an encoding in any case; absent: hex. */
export const chainEncoding: ArgumentReader<ChainEncoding> = {
  absent: 'hex',
  read({ text: raw }) {
    if (raw === 'null') return undefined
    const found = encodings.find((name) => `"${name}"` === raw.toLowerCase())
    if (found === undefined) throw new ArgumentError()
    return found
  },
}

const encodings: readonly ChainEncoding[] = ['hex', 'hexc', 'hexnc', 'json']
