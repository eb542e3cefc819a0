import { setFlagsFromString } from 'node:v8'

/** Bytes of bytecode that a function runs before V8 looks whether to compile it for speed: `usual` is Node 20's own. */
const budgets = { later: 800_000, usual: 67_584 } as const

/**
 * Percent by which old objects grow until V8 looks which of them are garbage, when they are by some
 * megabytes more: `usual` is Node's own, by which they may double. docs/decisions/0017
 */
const growths = { sparing: 10, usual: 0 } as const

let isOwn = false
let isSparing = false
/** How much is being done meanwhile that compiles later. */
let working = 0

/**
 * Says that the process is Snowglobe's alone, so that its engine may be told how to work. In a process
 * of others nothing is ever set. Measured with Node 20, and so done there alone.
 */
export function ownEngine(): void {
  isOwn = process.version.startsWith('v20.')
}

/** From now on V8 spares memory. For a server that is there: it would cost a start a twentieth. */
export function limitHeapGrowth(): void {
  if (!isOwn) return
  isSparing = true
  if (working === 0) setFlags('usual')
}

function setFlags(budget: keyof typeof budgets): void {
  const growth = isSparing && budget === 'usual' ? 'sparing' : 'usual'
  setFlagsFromString(`--interrupt-budget=${budgets[budget]}`)
  setFlagsFromString(`--heap-growing-percent=${growths[growth]}`)
}

/**
 * Does what runs for a second or two through code that is new to the process, compiling it for speed
 * later: else a fifth of a first month of a world's life goes into compiling what is over before that
 * pays. docs/decisions/0015. Nor is memory spared meanwhile.
 */
export async function deferJit<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!isOwn) return work()
  if (working++ === 0) setFlags('later')
  try {
    return await work()
  } finally {
    if (--working === 0) setFlags('usual')
  }
}
