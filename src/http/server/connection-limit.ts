import { readFileSync } from 'node:fs'

/** Files that a process opens beside its connections: 25 of Node and SQLite, and many modules at once. */
const reserved = 96

/** Where the system allows hardly more than that: the program needs some 30 when it is compiled. */
const fewest = 8

/**
 * How many connections leave enough file descriptors for the rest of the process: a module that
 * cannot be opened when it is first needed stays broken until the end, since Node remembers it.
 * @returns undefined where the system tells no bound (only Linux does, in a file)
 */
export function connectionLimit(): number | undefined {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8')
    const most = /^Max open files +(\d+) /m.exec(text)?.[1]
    return most === undefined ? undefined : Math.max(fewest, Number(most) - reserved)
  } catch {
    return undefined
  }
}
