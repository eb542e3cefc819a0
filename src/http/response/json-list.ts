/**
 * A list of an answer whose items are JSON already: reading rows as values and writing those takes
 * several times as long as having SQLite write them.
 */
export class JsonList<Item> {
  /** The JSON of each item. */
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  values(): Item[] {
    return this.texts.map((text) => JSON.parse(text))
  }
}

/** An answer whose lists may be JSON already. */
export type WithJsonLists<Answer> =
  | Answer
  | {
      [Member in keyof Answer]: Answer[Member] extends readonly (infer Item)[]
        ? Answer[Member] | JsonList<Item>
        : Answer[Member]
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
    const items = itemsOf(value)
    if (items) {
      pieces.push(`${text}[`)
      for (const [i, item] of items.entries()) pieces.push(i === 0 ? item : `,${item}`)
      text = ']'
    } else text += JSON.stringify(value)
  }
  pieces.push(`${text}}`)
  return pieces
}

/** The JSON of the items of a list; of a shorter one only where it is there. */
const itemsOf = (value: unknown): readonly string[] | undefined =>
  value instanceof JsonList
    ? value.texts
    : Array.isArray(value) && value.length > 1
      ? value.map((item) => JSON.stringify(item))
      : undefined

/** `JSON.stringify` of an answer. */
export const jsonOf = (answer: unknown): string =>
  hasJsonLists(answer) ? jsonPieces(answer).join('') : JSON.stringify(answer)

/** An answer for whoever looks into it. */
export const withValues = (answer: unknown): unknown =>
  hasJsonLists(answer)
    ? Object.fromEntries(
        Object.entries(answer).map(([name, value]) => [
          name,
          value instanceof JsonList ? value.values() : value,
        ]),
      )
    : answer

const hasJsonLists = (answer: unknown): answer is object =>
  typeof answer === 'object' &&
  answer !== null &&
  Object.values(answer).some((value) => value instanceof JsonList)
