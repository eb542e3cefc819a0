import { readFileSync } from 'node:fs'

/** Milliseconds of a tick: Linux counts the time of processes in hundredths of a second. */
const tickMs = 10

/** State of a process, reported by the system. */
interface ProcessState {
  /** Whether SIGSTOP or a terminal has stopped it, until it is continued. */
  readonly isStopped: boolean
  /** Processor time since its start in milliseconds. */
  readonly computedMs: number
}

/**
 * Returns the state of a process.
 * @returns undefined if the system does not report it: on other systems than Linux, or if it has
 *   ended
 */
export function processState(pid: number): ProcessState | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name of the program, in brackets, may hold any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]].map(Number)
  return {
    isStopped: fields[0] === 'T',
    computedMs: ((user ?? 0) + (system ?? 0)) * tickMs,
  }
}
