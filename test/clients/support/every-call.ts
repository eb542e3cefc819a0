import { expect } from 'vitest'
import type { Call } from './operations.ts'

type Method = (...args: readonly unknown[]) => Promise<unknown>

/** Names of all methods of a client, those of its parts behind theirs. */
export function methodsOf(client: object, path = ''): string[] {
  const members = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(client))
  return Object.entries(members).flatMap(([name, { get, value }]) => {
    if (name === 'constructor' || name.startsWith('_')) return []
    if (get) return methodsOf(partOf(client, name), `${path}${name}.`)
    return typeof value === 'function' ? [path + name] : []
  })
}

const partOf = (client: object, name: string) => (client as Record<string, object>)[name] ?? {}

/** Calls a method of a client and sees that its response has what it should, over all pages. */
export async function makeCall(
  client: object,
  name: string,
  { request, response }: Call,
  options: object,
): Promise<void> {
  const parts = name.split('.')
  const method = parts.pop() ?? ''
  const owner = parts.reduce(partOf, client)
  const call = (partOf(owner, method) as unknown as Method).bind(owner)
  const result = await (request === undefined ? call(options) : call(request, options))
  if (typeof response !== 'string') {
    expect(result).toMatchObject(withTypes(response))
    return
  }
  const items: unknown[] = []
  for await (const page of pagesOf(result)) {
    const list = page[response] ?? (page.result as Page)[response]
    items.push(...(list as unknown[]))
  }
  expect(items.length, `${response} of ${name}`).toBeGreaterThan(0)
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(items.length)
}

type Page = Record<string, unknown>

async function* pagesOf(result: unknown): AsyncGenerator<Page> {
  if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result)
    yield* result as AsyncIterable<Page>
  else yield result as Page
}

/** `a number` and `a text` stand for any. */
export const withTypes = (expected: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(expected).map(([name, value]) => {
      if (value === 'a number') return [name, expect.any(Number)]
      if (value === 'a text') return [name, expect.stringMatching(/./)]
      return [name, typeof value === 'object' ? withTypes(value as Page) : value]
    }),
  )
