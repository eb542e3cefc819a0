import { readFileSync } from 'node:fs'

/**
 * Number of files that a process opens besides its connections: 25 of Node and SQLite, and many
 * modules at once.
 */
const reserved = 96

/**
 * Minimum number of connections, for a system that allows hardly more files than that. The compiled
 * program needs some 30 files.
 */
const minimum = 8

/**
 * Returns the number of connections that leaves enough file descriptors for the rest of the
 * process. A module that cannot be opened when it is first needed stays broken until the end, since
 * Node remembers the failure.
 * @returns undefined if the system tells no bound (only Linux does, in a file)
 */
export function connectionLimit(): number | undefined {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8')
    const max = /^Max open files +(\d+) /m.exec(text)?.[1]
    return max === undefined ? undefined : Math.max(minimum, Number(max) - reserved)
  } catch {
    return undefined
  }
}
