import type { World } from '../world/world.ts'

/** JSON of an answer: text when it is short, since Node sends it together with the headers then. */
export type Body = string | Uint8Array

/**
 * Answers that were given and are still true. Nothing has to be thrown away when a world changes:
 * an answer is kept for one moment of one world, and a later moment has another number.
 */
export interface KeptAnswers {
  /**
   * Names the answer to a question now; an answer that a later world gives has another name.
   * @param question all that the answer depends on besides the world: dialect and URL
   */
  keyOf(world: World, question: string): string
  find(key: string): { readonly body: Body; readonly hasNextPage: boolean } | undefined
  /** @returns what is sent, and found from now on */
  keep(key: string, answer: unknown): Body
  /** How many answers are kept, and how much memory they take, about. */
  size(): { readonly answers: number; readonly bytes: number }
  /** A part that answers have in common, made of rows alone when it is not kept. */
  part(world: World, name: string, make: () => Uint8Array): Uint8Array
}

/** A part of JSON that long answers have in UTF-8. */
interface Piece {
  readonly text: string
  bytes: Uint8Array | undefined
}

interface Answer {
  readonly pieces: readonly Piece[]
  readonly hasNextPage: boolean
  readonly isLong: boolean
  /** Its pieces together, where there is room for that. */
  whole?: Body
}

/** What is kept, and how much memory it takes. */
interface Generation {
  readonly answers: Map<string, Answer>
  /** By their text: pages that overlap have most of their items in common. */
  readonly pieces: Map<string, Piece>
  /** By their names. */
  readonly parts: Map<string, Uint8Array>
  bytes: number
  /** Of them, those of whole answers. */
  wholeBytes: number
}

/** What an entry of a map with its key and value takes beside the bytes of both, about. */
const entryBytes = 150

/** Characters of an answer from which on it is cheaper to join bytes than to encode text. */
const longFrom = 16_384

/**
 * One store for all worlds of a process. What is full becomes the old generation, and what nobody
 * asks for until the next one is full is gone.
 * @param mostBytes of both generations
 */
export function createKeptAnswers(mostBytes: number): KeptAnswers {
  const momentOf = createMoments((world) => world.tokenClock.nowSeconds())
  const stateOf = createMoments(() => 0)
  let young = emptyGeneration()
  let old = emptyGeneration()

  function makeRoom(): void {
    if (young.bytes <= mostBytes / 2) return
    old = young
    young = emptyGeneration()
  }

  function pieceOf(text: string): Piece {
    const known = young.pieces.get(text)
    if (known) return known
    const piece = old.pieces.get(text) ?? { text, bytes: undefined }
    young.pieces.set(text, piece)
    young.bytes += text.length + entryBytes
    return piece
  }

  function bytesOf(piece: Piece): Uint8Array {
    if (piece.bytes) return piece.bytes
    piece.bytes = Buffer.from(piece.text)
    young.bytes += piece.bytes.length
    return piece.bytes
  }

  function remember(key: string, texts: readonly string[], hasNextPage: boolean): Answer {
    makeRoom()
    const isLong = texts.reduce((length, text) => length + text.length, 0) >= longFrom
    const answer: Answer = { pieces: texts.map(pieceOf), hasNextPage, isLong }
    young.answers.set(key, answer)
    young.bytes += key.length + texts.length * 8 + entryBytes
    return answer
  }

  /** Takes an answer of the old generation over. */
  function renewed(key: string): Answer | undefined {
    const aged = old.answers.get(key)
    if (!aged) return undefined
    const texts = aged.pieces.map(({ text }) => text)
    return remember(key, texts, aged.hasNextPage)
  }

  /** An eighth of the room is for whole answers: joining a hot one again and again makes garbage. */
  function wholeOf(answer: Answer): Body {
    if (answer.whole !== undefined) return answer.whole
    const body = bodyOf(answer)
    if (young.wholeBytes + body.length > mostBytes / 8) return body
    answer.whole = body
    young.wholeBytes += body.length
    young.bytes += body.length
    return body
  }

  const bodyOf = ({ pieces, isLong }: Answer): Body =>
    isLong ? Buffer.concat(pieces.map(bytesOf)) : pieces.map(({ text }) => text).join('')

  return {
    keyOf: (world, question) => `${momentOf(world)} ${question}`,
    find(key) {
      const found = young.answers.get(key) ?? renewed(key)
      return found && { body: wholeOf(found), hasNextPage: found.hasNextPage }
    },
    keep: (key, answer) => bodyOf(remember(key, jsonPieces(answer), hasNextPage(answer))),
    size: () => ({
      answers: young.answers.size + old.answers.size,
      bytes: young.bytes + old.bytes,
    }),
    part(world, name, make) {
      const key = `${stateOf(world)} ${name}`
      const found = young.parts.get(key)
      if (found) return found
      makeRoom()
      const part = old.parts.get(key) ?? make()
      young.parts.set(key, part)
      young.bytes += key.length + part.length + entryBytes
      return part
    },
  }
}

const emptyGeneration = (): Generation => ({
  answers: new Map(),
  pieces: new Map(),
  parts: new Map(),
  bytes: 0,
  wholeBytes: 0,
})

/**
 * Numbers the moments of worlds. An answer depends on the rows, which go with the revision, and on
 * the second of the clock: when tokens were issued, what has ended.
 * @param secondOf constant for what depends on rows alone
 */
function createMoments(secondOf: (world: World) => number): (world: World) => number {
  const known = new WeakMap<World, { revision: number; second: number; moment: number }>()
  let count = 0
  return (world) => {
    const { revision } = world
    const second = secondOf(world)
    const last = known.get(world)
    if (last && last.revision === revision && last.second === second) return last.moment
    const moment = count++
    known.set(world, { revision, second, moment })
    return moment
  }
}

/** Whether an answer is a page that another one follows. */
export const hasNextPage = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'nextPageToken' in answer &&
  answer.nextPageToken !== undefined

/** `JSON.stringify` in pieces: each item of a list that the answer has as a member is one. */
export function jsonPieces(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return [JSON.stringify(answer)]
  const pieces: string[] = []
  let text = '{'
  let separator = ''
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue
    text += `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (Array.isArray(value) && value.length > 1) {
      pieces.push(`${text}[`)
      value.forEach((item, i) => {
        pieces.push(`${i === 0 ? '' : ','}${JSON.stringify(item)}`)
      })
      text = ']'
    } else text += JSON.stringify(value)
  }
  pieces.push(`${text}}`)
  return pieces
}
