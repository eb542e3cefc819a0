/** Walks into what JSON gives: `blocks.1.txCount`. The empty path is the value itself. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const step of stepsOf(path)) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[step]
  }
  return found
}

/** Puts a value at a path, or takes away what is there when the value is undefined. */
export function put(value: unknown, path: string, member: unknown): void {
  const steps = stepsOf(path)
  const last = steps.pop()
  const holder = valueAt(value, steps.join('.'))
  if (last === undefined || typeof holder !== 'object' || holder === null)
    throw new Error(`nothing holds ${path}`)
  if (member === undefined && Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (member === undefined) delete (holder as Record<string, unknown>)[last]
  else (holder as Record<string, unknown>)[last] = member
}

export const below = (path: string, inner: string): string =>
  stepsOf(path).concat(stepsOf(inner)).join('.')

const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('.'))
