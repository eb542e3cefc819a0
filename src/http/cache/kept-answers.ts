import type { World } from '../../world/world.ts'
import { type Dialect, dialects } from '../request/dialect.ts'
import type { InterfaceName } from '../request/interfaces.ts'
import type { RouteConfig } from '../request/route-config.ts'
import { longestWhole } from '../response/answer.ts'
import { createShelf, type Runs, type Shelf } from './shelf.ts'

/** JSON of an answer in UTF-8, in the parts in which it is sent. */
export type Body = readonly Buffer[]

/** Whose answer it is, for whoever is not asked again. */
export interface Answerer {
  readonly of: InterfaceName
  readonly config: RouteConfig
  readonly status: number
}

/** What is known of an answer beside its text. */
export interface Told {
  readonly hasNextPage: boolean
  /** Absent where more than the question decides who is answered so. */
  readonly answerer: Answerer | undefined
}

/** An answer that is kept. */
export interface KeptAnswer extends Told {
  readonly question: string
  readonly shelf: Shelf
  readonly runs: Runs
  /** Bytes. */
  readonly length: number
  /** The body in one part, where it is kept so beside the shelf. */
  whole: Body | undefined
  /** The body as text, a byte a character, where it is kept so. */
  text: string | undefined
}

/**
 * Answers that were given and are still true. Nothing has to be thrown away when a world changes:
 * an answer is kept for one moment of one world, and a later moment has another number.
 */
export interface KeptAnswers {
  /** Names a world as it is now and the dialect in which it is asked. */
  momentOf(world: World, dialect: Dialect): number
  /** @param question all that an answer depends on besides the moment: the URL */
  find(moment: number, question: string): KeptAnswer | undefined
  /**
   * @param texts its pieces
   * @returns what is sent, and found from now on
   */
  keep(moment: number, question: string, texts: readonly string[], told: Told): KeptAnswer
  /** The body as one text, a byte a character, where sending that costs the least. */
  textOf(answer: KeptAnswer): string | undefined
  /** The body in as few parts as there is room for. */
  bodyOf(answer: KeptAnswer): Body
  /** How many answers are kept, and how much memory they take, about. */
  size(): { readonly answers: number; readonly bytes: number }
  /** A part that answers have in common, made of rows alone when it is not kept. */
  part(world: World, name: string, make: () => Uint8Array): Uint8Array
}

/** What is kept, and how much memory it takes. */
interface Generation {
  /** By moment and question. */
  readonly moments: Map<number, Map<string, KeptAnswer>>
  answers: number
  /** Pages that overlap have most of their items in common. */
  readonly shelf: Shelf
  /** By their names. */
  readonly parts: Map<string, Uint8Array>
  /** Without what is joined. */
  bytes: number
  /** Answers that are kept in one part too. */
  readonly joined: KeptAnswer[]
  joinedBytes: number
}

/** What an entry of a map with its key and value takes beside the bytes of both, about. */
const entryBytes = 200

/** Copying a longer text together with its head costs more than sending it beside the head. */
const longestText = 2 * 1024

/** Sending so many parts costs more than copying what is not longer than this. */
const fewParts = 3
const longestInMany = 15 * 1024

/** Of the room, for answers in one part: joining a hot one again and again makes garbage. */
const joinedShare = 1 / 4

/**
 * One store for all worlds of a process. What is full becomes the old generation, and what nobody
 * asks for until the next one is full is gone. Only young answers are also kept in one part: who is
 * asked for in the old generation becomes young again.
 * @param mostBytes of both generations and of what is joined
 */
export function createKeptAnswers(mostBytes: number): KeptAnswers {
  const mostJoined = mostBytes * joinedShare
  const mostOfOne = (mostBytes - mostJoined) / 2
  const momentOf = createMoments((world) => world.tokenClock.nowSeconds())
  const stateOf = createMoments(() => 0)
  let young = emptyGeneration()
  let old = emptyGeneration()

  function makeRoom(): void {
    if (young.bytes <= mostOfOne) return
    for (const answer of young.joined) answer.whole = answer.text = undefined
    old = young
    young = emptyGeneration()
  }

  function ofMoment(moment: number): Map<string, KeptAnswer> {
    const known = young.moments.get(moment)
    if (known) return known
    const answers = new Map<string, KeptAnswer>()
    young.moments.set(moment, answers)
    young.bytes += entryBytes
    return answers
  }

  function remember(
    moment: number,
    question: string,
    texts: readonly string[],
    { hasNextPage, answerer }: Told,
  ): KeptAnswer {
    makeRoom()
    const { shelf } = young
    const before = shelf.bytes()
    const runs = shelf.place(texts)
    const answer: KeptAnswer = {
      question,
      shelf,
      runs,
      length: lengthOf(shelf.partsOf(runs)),
      hasNextPage,
      answerer,
      whole: undefined,
      text: undefined,
    }
    ofMoment(moment).set(question, answer)
    young.answers++
    young.bytes += shelf.bytes() - before + question.length + runs.length * 8 + entryBytes
    return answer
  }

  /** Takes an answer of the old generation over. */
  function renewed(moment: number, question: string): KeptAnswer | undefined {
    const aged = old.moments.get(moment)?.get(question)
    if (!aged) return undefined
    return remember(moment, question, aged.shelf.textsOf(aged.runs), aged)
  }

  function hasRoomToJoin(answer: KeptAnswer): boolean {
    if (young.joinedBytes + answer.length > mostJoined) return false
    young.joined.push(answer)
    young.joinedBytes += answer.length
    return true
  }

  /** Joins what lies in several parts, where that is worth it and there is room. */
  function wholeOf(answer: KeptAnswer): Body | undefined {
    const { whole, shelf, runs, length } = answer
    if (!whole && runs.length > 2 && length <= longestWhole && hasRoomToJoin(answer))
      answer.whole = [Buffer.concat(shelf.partsOf(runs), length)]
    return answer.whole
  }

  return {
    momentOf: (world, dialect) => momentOf(world) * dialects.length + dialects.indexOf(dialect),
    find: (moment, question) =>
      young.moments.get(moment)?.get(question) ?? renewed(moment, question),
    keep: remember,
    textOf(answer) {
      const { shelf, runs, length } = answer
      if (answer.text !== undefined) return answer.text
      if (length <= longestText) {
        const text = shelf.byteTextOf(runs)
        if (hasRoomToJoin(answer)) answer.text = text
        return text
      }
      const isInMany = runs.length > 2 * fewParts && length <= longestInMany
      return isInMany && !wholeOf(answer) ? shelf.byteTextOf(runs) : undefined
    },
    bodyOf: (answer) => wholeOf(answer) ?? answer.shelf.partsOf(answer.runs),
    size: () => ({
      answers: young.answers + old.answers,
      bytes: young.bytes + young.joinedBytes + old.bytes,
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
  moments: new Map(),
  answers: 0,
  shelf: createShelf(),
  parts: new Map(),
  bytes: 0,
  joined: [],
  joinedBytes: 0,
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

const lengthOf = (body: Body): number => body.reduce((sum, part) => sum + part.length, 0)
