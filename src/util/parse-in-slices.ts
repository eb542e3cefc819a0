import {
  closeBrace,
  closeBracket,
  endOfString,
  maxJsonDepth,
  openBrace,
  openBracket,
  quotationMark,
  tooDeep,
} from './bounded-json.ts'

const comma = 0x2c

/** G-190: maximum number of properties of an object. A larger one grows in steps that take too long. */
export const maxProperties = 10_000

/** Message about an object with more properties. */
export const tooManyProperties = `has an object with more than ${maxProperties} properties`

/**
 * Approximate number of characters that one step reads or parses, in a fraction of a millisecond.
 */
const partLength = 64 * 1024

/** An object or a list. Positions are those of its braces or brackets and after commas. */
interface Container {
  readonly start: number
  readonly isList: boolean
  end: number
  /** Start of the text that belongs to no part yet. */
  cut: number
  /** Start of the latest item. */
  item: number
  /** Long container that is the latest item or its end. */
  long: Container | undefined
  readonly parts: Part[]
}

/** Some items of a container with the commas between them, or one item with a long value. */
interface Part {
  readonly from: number
  readonly to: number
  readonly long: Container | undefined
}

/**
 * Parses JSON from outside as `JSON.parse` does. It yields after every few thousand characters, so
 * that requests are served in between.
 * @param length approximate number of characters read in one step
 * @throws SyntaxError for a text that is no JSON, and for one that is deeper than {@link
 *   maxJsonDepth} or has an object with more than {@link maxProperties} properties
 */
export function* parseInSlices(text: string, length = partLength): Generator<undefined, unknown> {
  // The text is treated as the items of a list without brackets.
  const outer = container(-1, true)
  const open = [outer]
  let stop = length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const top = open.at(-1) as Container
    if (code === quotationMark) at = endOfString(text, at)
    else if (code === openBrace || code === openBracket) {
      if (open.push(container(at, code === openBracket)) > maxJsonDepth + 1)
        throw new SyntaxError(tooDeep)
    } else if (code === comma) {
      if (top.long || at - top.cut >= length) endPart(top, at)
      top.item = at + 1
    } else if (code === closeBrace || code === closeBracket) {
      if (top === outer || top.isList !== (code === closeBracket)) throw unexpected(text, at)
      open.pop()
      const parent = open.at(-1) as Container
      top.end = at
      if (at - top.start >= length) {
        endPart(top, at)
        if (parent.long) throw unexpected(text, top.start)
        if (parent.cut < parent.item) endPart(parent, parent.item - 1)
        parent.long = top
      }
    }
    if (at >= stop) {
      stop = at + length
      yield
    }
  }
  if (open.length > 1) throw new SyntaxError('Unexpected end of JSON input')
  endPart(outer, text.length)
  const values = (yield* valueIn(text, outer)) as unknown[]
  if (values.length !== 1)
    throw new SyntaxError(
      `Expected one JSON value, found ${values.length === 0 ? 'none' : 'several'}`,
    )
  return values[0]
}

const container = (start: number, isList: boolean): Container => ({
  ...{ start, isList, end: start, cut: start + 1, item: start + 1 },
  ...{ long: undefined, parts: [] },
})

/** Makes a part of the text since the last one. The comma after it belongs to no part. */
function endPart(of: Container, at: number): void {
  of.parts.push({ from: of.cut, to: at, long: of.long })
  of.long = undefined
  of.cut = at + 1
}

function* valueIn(
  text: string,
  { isList, parts }: Container,
): Generator<undefined, unknown[] | Record<string, unknown>> {
  const list: unknown[] = []
  const object: Record<string, unknown> = {}
  let properties = 0
  for (const { from, to, long } of parts) {
    const items = parsed(
      text,
      isList,
      from,
      long ? { to: long.start, more: '[]' } : { to, more: '' },
    )
    if (long && text.slice(long.end + 1, to).trim() !== '') throw unexpected(text, long.end + 1)
    if (!long && parts.length > 1 && text.slice(from, to).trim() === '') throw unexpected(text, to)
    const value = long && (yield* valueIn(text, long))
    if (Array.isArray(items)) for (const item of items) list.push(long ? value : item)
    else
      for (const [name, item] of Object.entries(items)) {
        if (++properties > maxProperties) throw new SyntaxError(tooManyProperties)
        define(object, name, long ? value : item)
      }
    yield
  }
  return isList ? list : object
}

/**
 * Parses items in the middle of a container.
 * @param more text of a value that follows them
 */
function parsed(
  text: string,
  isList: boolean,
  from: number,
  { to, more }: { to: number; more: string },
): unknown[] | object {
  const items = text.slice(from, to) + more
  try {
    return JSON.parse(isList ? `[${items}]` : `{${items}}`)
  } catch (error) {
    // The engine counts from the bracket or brace that stands in front of the items here.
    throw new SyntaxError(
      (error as Error).message.replace(
        /at position (\d+)/,
        (_, at) => `at position ${Number(at) + from - 1}`,
      ),
    )
  }
}

/** Defines a property as `JSON.parse` does: `__proto__` is an ordinary name. */
const define = (object: object, name: string, value: unknown): void => {
  Object.defineProperty(object, name, {
    ...{ value, configurable: true, enumerable: true, writable: true },
  })
}

const unexpected = (text: string, at: number): SyntaxError =>
  new SyntaxError(`Unexpected ${JSON.stringify(text[at] ?? 'end')} in JSON at position ${at}`)
