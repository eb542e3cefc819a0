/**
 * List of a response whose items are JSON already. Reading rows as values and serialising those
 * takes several times as long as letting SQLite write the JSON.
 */
export class JsonList<Item> {
  /** JSON of each item. */
  readonly texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  values(): Item[] {
    return this.texts.map((text) => JSON.parse(text))
  }
}

/** Response whose lists may be JSON already. */
export type WithJsonLists<Body> =
  | Body
  | {
      [Member in keyof Body]: Body[Member] extends readonly (infer Item)[]
        ? Body[Member] | JsonList<Item>
        : Body[Member]
    }

/** Serialises like `JSON.stringify`, but in pieces: each item of a list member is one piece. */
export function jsonPieces(response: unknown): string[] {
  if (typeof response !== 'object' || response === null || Array.isArray(response))
    return [JSON.stringify(response)]
  const pieces: string[] = []
  let text = '{'
  let separator = ''
  for (const [name, value] of Object.entries(response)) {
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

/** Returns the JSON of the items of a list. For a shorter list it returns only existing items. */
const itemsOf = (value: unknown): readonly string[] | undefined =>
  value instanceof JsonList
    ? value.texts
    : Array.isArray(value) && value.length > 1
      ? value.map((item) => JSON.stringify(item))
      : undefined

/** Serialises a response like `JSON.stringify`. */
export const jsonOf = (response: unknown): string =>
  hasJsonLists(response) ? jsonPieces(response).join('') : JSON.stringify(response)

/** Returns a response with its lists parsed, for code that inspects it. */
export const withValues = (response: unknown): unknown =>
  hasJsonLists(response)
    ? Object.fromEntries(
        Object.entries(response).map(([name, value]) => [
          name,
          value instanceof JsonList ? value.values() : value,
        ]),
      )
    : response

const hasJsonLists = (response: unknown): response is object =>
  typeof response === 'object' &&
  response !== null &&
  Object.values(response).some((value) => value instanceof JsonList)
