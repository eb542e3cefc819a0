import type { World } from '../world/world.ts'
import { longestWhole } from './answer.ts'
import { createShelf, type Piece, runsOf, type Shelf } from './shelf.ts'

/** JSON of an answer in UTF-8, in the parts in which it is kept. */
export type Body = readonly Uint8Array[]

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

interface Answer {
  readonly pieces: readonly Piece[]
  readonly hasNextPage: boolean
  body: Body
}

/** What is kept, and how much memory it takes. */
interface Generation {
  readonly answers: Map<string, Answer>
  /** Pages that overlap have most of their items in common. */
  readonly shelf: Shelf
  /** By their names. */
  readonly parts: Map<string, Uint8Array>
  bytes: number
  /** Of them, those of whole answers. */
  wholeBytes: number
}

/** What an entry of a map with its key and value takes beside the bytes of both, about. */
const entryBytes = 150

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

  function remember(key: string, texts: readonly string[], hasNextPage: boolean): Answer {
    makeRoom()
    const { shelf } = young
    const before = shelf.bytes()
    const pieces = texts.map(shelf.place)
    const answer: Answer = { pieces, hasNextPage, body: runsOf(pieces) }
    young.answers.set(key, answer)
    young.bytes +=
      shelf.bytes() - before + key.length + (pieces.length + answer.body.length) * 8 + entryBytes
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
  function bodyOf(answer: Answer): Body {
    if (answer.body.length === 1) return answer.body
    const length = answer.body.reduce((sum, part) => sum + part.length, 0)
    if (length > longestWhole || young.wholeBytes + length > mostBytes / 8) return answer.body
    answer.body = [Buffer.concat(answer.body, length)]
    young.wholeBytes += length
    young.bytes += length
    return answer.body
  }

  return {
    keyOf: (world, question) => `${momentOf(world)} ${question}`,
    find(key) {
      const found = young.answers.get(key) ?? renewed(key)
      return found && { body: bodyOf(found), hasNextPage: found.hasNextPage }
    },
    keep: (key, answer) => remember(key, jsonPieces(answer), hasNextPage(answer)).body,
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
  shelf: createShelf(),
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
