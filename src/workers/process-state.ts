import { readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second, whatever its own clock does. */
const tickMs = 10

/** What the system says of a process. */
export interface ProcessState {
  /** By SIGSTOP or a terminal: it does nothing until somebody lets it go on. */
  readonly isStopped: boolean
  /** What it has computed since its start, milliseconds. */
  readonly computedMs: number
}

/** @returns undefined where the system does not say it: elsewhere than on Linux, or the process is gone */
export function processState(pid: number): ProcessState | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // The name of the program, in brackets, may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]].map(Number)
  return {
    isStopped: fields[0] === 'T',
    computedMs: ((user ?? 0) + (system ?? 0)) * tickMs,
  }
}
