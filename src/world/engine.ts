import { setFlagsFromString } from 'node:v8'

/**
 * Bytes of bytecode that a function runs before V8 considers compiling it for speed: `usual` is
 * Node 20's own value, `serving` that of a running server. docs/decisions/0015
 */
const budgets = { later: 800_000, usual: 67_584, serving: 8_000 } as const

/**
 * Growth of old objects in percent until V8 collects garbage among them, in addition to some
 * megabytes. `usual` is Node's own value, by which they may double. docs/decisions/0017
 */
const growths = { sparing: 10, usual: 0 } as const

let isOwn = false
let isServing = false
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
  isServing = true
  if (working === 0) setFlags('serving', 'sparing')
}

function setFlags(budget: keyof typeof budgets, growth: keyof typeof growths): void {
  setFlagsFromString(`--interrupt-budget=${budgets[budget]}`)
  setFlagsFromString(`--heap-growing-percent=${growths[growth]}`)
}

/**
 * Runs a task of a second or two through code that is new to the process, with later compilation.
 * Otherwise a fifth of the first month of a clock advance goes into compiling code that ends before
 * compilation pays off. docs/decisions/0015. V8 does not save memory meanwhile.
 */
export async function deferJit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isOwn) return work()
  if (working++ === 0) setFlags('later', 'usual')
  try {
    return await work()
  } finally {
    if (--working === 0)
      if (isServing) setFlags('serving', 'sparing')
      else setFlags('usual', 'usual')
  }
}
