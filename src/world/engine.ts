import { setFlagsFromString } from 'node:v8'

/**
 * Flags of V8 by what the process does. `interrupt-budget`: bytes of bytecode that a function runs
 * before V8 considers compiling it for speed, docs/decisions/0015. `heap-growing-percent`: growth of
 * old objects until V8 collects garbage among them, in addition to some megabytes; with 0 they may
 * double, docs/decisions/0017. `usual` has Node 20's own values.
 */
const modes = {
  usual: { 'interrupt-budget': 67_584, 'heap-growing-percent': 0 },
  working: { 'interrupt-budget': 800_000, 'heap-growing-percent': 0 },
  serving: { 'interrupt-budget': 8_000, 'heap-growing-percent': 10 },
} as const

let isOwn = false
/** Mode while no task compiles later. */
let mode: 'usual' | 'serving' = 'usual'
/** Number of running tasks that compile later. */
let working = 0

/**
 * Declares that the process runs only Snowglobe, so that engine flags may be changed. In other
 * processes no flag is ever set. The flags were measured with Node 20 and are set only there.
 */
export function ownEngine(): void {
  isOwn = process.version.startsWith('v20.')
}

/**
 * From now on V8 saves memory, and compiles early what requests run. It is for a running server: it
 * would make a start a twentieth slower.
 */
export function beginServing(): void {
  if (!isOwn) return
  mode = 'serving'
  if (working === 0) enter(mode)
}

function enter(entered: keyof typeof modes): void {
  for (const [flag, value] of Object.entries(modes[entered]))
    setFlagsFromString(`--${flag}=${value}`)
}

/**
 * Runs a task of a second or two through code that is new to the process, with later compilation.
 * Otherwise a fifth of the first month of a clock advance goes into compiling code that ends before
 * compilation pays off. docs/decisions/0015. V8 does not save memory meanwhile.
 */
export async function deferJit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isOwn) return work()
  if (working++ === 0) enter('working')
  try {
    return await work()
  } finally {
    if (--working === 0) enter(mode)
  }
}
