import { isDeepStrictEqual } from 'node:util'
import type { PatchOperation } from '../../../schemas/control/fault-response.ts'
import { quote } from '../../util/quote.ts'

/** Reason why a patch does not fit a document. */
export class PatchError extends Error {
  override readonly name = 'PatchError'
}

/** Maximum number of values that the copies of a patch may add. */
const maxCopied = 1_000_000

/** Maximum characters of a value in a message. */
const maxQuoted = 100

/** Member or item of a document, which may not exist yet. */
interface Place {
  readonly parent: Record<string, unknown> | unknown[]
  readonly key: string
}

/**
 * Applies a JSON Patch (RFC 6902) to a document, which it may change.
 * @returns the changed document
 * @throws PatchError when an operation does not fit
 */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): unknown {
  // The whole document is a member like any other.
  const root = { document }
  let copied = 0

  const find = (pointer: string): Place => {
    const names = ['document', ...pointer.split('/').slice(1).map(unescaped)]
    let parent: unknown = root
    for (const name of names.slice(0, -1))
      parent = valueAt(containerAt(parent, pointer), name, pointer)
    return { parent: containerAt(parent, pointer), key: names.at(-1) as string }
  }
  const get = (pointer: string): unknown => {
    const { parent, key } = find(pointer)
    return valueAt(parent, key, pointer)
  }
  const copyOf = (value: unknown): unknown => {
    copied += countOf(value)
    if (copied > maxCopied)
      throw new PatchError(`the patch copies more than ${maxCopied} values; copy less`)
    return structuredClone(value)
  }
  const remove = (pointer: string): unknown => {
    const value = get(pointer)
    const { parent, key } = find(pointer)
    if (parent === root)
      throw new PatchError(
        'the patch removes the whole response; use respond in the rule to replace a response',
      )
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
    return value
  }
  const add = (pointer: string, value: unknown): void => {
    const { parent, key } = find(pointer)
    if (!Array.isArray(parent)) {
      define(parent, key, value)
      return
    }
    const index = key === '-' ? parent.length : indexOf(key)
    if (index === undefined || index > parent.length)
      throw new PatchError(
        `${pointer} is no place of a list of ${parent.length} items; use an index from 0 to ${parent.length}, or - for its end`,
      )
    parent.splice(index, 0, value)
  }

  for (const operation of operations) {
    const { op, path } = operation
    if (op === 'add') add(path, copyOf(operation.value))
    else if (op === 'remove') remove(path)
    else if (op === 'replace') {
      const { parent, key } = find(path)
      valueAt(parent, key, path)
      define(parent, key, copyOf(operation.value))
    } else if (op === 'copy') add(path, copyOf(get(operation.from)))
    else if (op === 'test') {
      const found = get(path)
      if (!isDeepStrictEqual(found, operation.value))
        throw new PatchError(
          `the test failed: the response has ${quote(found, maxQuoted)} at ${path || 'its root'}, not ${quote(operation.value, maxQuoted)}`,
        )
    } else {
      if (path.startsWith(`${operation.from}/`))
        throw new PatchError(
          `${operation.from || 'the whole response'} cannot be moved into itself`,
        )
      if (path !== operation.from) add(path, remove(operation.from))
    }
  }
  return root.document
}

/** Applies a JSON merge patch (RFC 7396) to a document. @returns the changed document */
export function mergePatch(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Record<string, unknown> = isObject(document) ? { ...document } : {}
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name]
    else
      define(
        merged,
        name,
        mergePatch(Object.hasOwn(merged, name) ? merged[name] : undefined, value),
      )
  return merged
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Sets a member, also one named `__proto__`, which an assignment would not create. */
const define = (parent: object, key: string, value: unknown): void => {
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function containerAt(value: unknown, pointer: string): Place['parent'] {
  if (typeof value !== 'object' || value === null)
    throw new PatchError(`${pointer} does not exist in the response`)
  return value as Place['parent']
}

function valueAt(parent: Place['parent'], key: string, pointer: string): unknown {
  const exists = Array.isArray(parent)
    ? (indexOf(key) ?? parent.length) < parent.length
    : Object.hasOwn(parent, key)
  if (!exists) throw new PatchError(`${pointer} does not exist in the response`)
  return (parent as Record<string, unknown>)[key]
}

const indexOf = (key: string): number | undefined =>
  /^(?:0|[1-9]\d{0,8})$/.test(key) ? Number(key) : undefined

const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

/** Returns the number of values in a value, at any depth. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + countOf(inner), 1)
    : 1
