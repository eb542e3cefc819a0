import type { World } from '../world/world.ts'

/** JSON of an answer in the pieces in which it is sent, one after the other. */
export type Pieces = readonly Uint8Array[]

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
  find(key: string): Pieces | undefined
  /** @returns the pieces of the answer, which need not be made again while it is kept */
  keep(key: string, answer: unknown): Pieces
}

/** What is kept, and how much memory it takes. */
interface Generation {
  readonly answers: Map<string, Pieces>
  /** By their text: pages that overlap have most of their items in common. */
  readonly pieces: Map<string, Uint8Array>
  bytes: number
}

/** What an entry of a map with its key and value takes beside the bytes of both, about. */
const entryBytes = 150

/**
 * One store for all worlds of a process. What is full becomes the old generation, and what nobody
 * asks for until the next one is full is gone.
 * @param mostBytes of both generations
 */
export function createKeptAnswers(mostBytes: number): KeptAnswers {
  const momentOf = createMoments()
  let young = emptyGeneration()
  let old = emptyGeneration()

  function makeRoom(): void {
    if (young.bytes <= mostBytes / 2) return
    old = young
    young = emptyGeneration()
  }

  function pieceOf(text: string): Uint8Array {
    const known = young.pieces.get(text)
    if (known) return known
    const piece = old.pieces.get(text) ?? Buffer.from(text)
    young.pieces.set(text, piece)
    young.bytes += text.length + piece.length + entryBytes
    return piece
  }

  function remember(key: string, texts: readonly string[]): Pieces {
    makeRoom()
    const pieces = texts.map(pieceOf)
    young.answers.set(key, pieces)
    young.bytes += key.length + pieces.length * 8 + entryBytes
    return pieces
  }

  return {
    keyOf: (world, question) => `${momentOf(world)} ${question}`,
    find(key) {
      const found = young.answers.get(key)
      if (found) return found
      const aged = old.answers.get(key)
      return aged && remember(key, aged.map(textOf))
    },
    keep: (key, answer) => remember(key, jsonPieces(answer)),
  }
}

const emptyGeneration = (): Generation => ({ answers: new Map(), pieces: new Map(), bytes: 0 })

const textOf = (piece: Uint8Array): string =>
  Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString()

/**
 * Numbers the moments of worlds. An answer depends on the rows, which go with the revision, and on
 * the second of the clock: when tokens were issued, what has ended.
 */
function createMoments(): (world: World) => number {
  const known = new WeakMap<World, { revision: number; second: number; moment: number }>()
  let count = 0
  return (world) => {
    const { revision } = world
    const second = world.clock.nowSeconds()
    const last = known.get(world)
    if (last && last.revision === revision && last.second === second) return last.moment
    const moment = count++
    known.set(world, { revision, second, moment })
    return moment
  }
}

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
