import { readFileSync } from 'node:fs'

/** Files that a process has open beside its connections: some 25 of Node and SQLite, and modules. */
const reserved = 32

/**
 * How many connections leave enough file descriptors for the rest of the process: a module that
 * cannot be opened when it is first needed stays broken until the end, since Node remembers it.
 * @returns undefined where the system tells no bound (only Linux does, in a file)
 */
export function connectionLimit(): number | undefined {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8')
    const most = /^Max open files +(\d+) /m.exec(text)?.[1]
    return most === undefined ? undefined : Math.max(1, Number(most) - reserved)
  } catch {
    return undefined
  }
}
