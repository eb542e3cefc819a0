/**
 * Executes the inputs of StateTests in the format of 2017 by our engine and by @ethereumjs/evm, both
 * with the rules of Shanghai and Cancun that Avalanche's chains have, and compares all that they do.
 * Writes a selection with the results of @ethereumjs/evm, which `npm test` runs.
 * Usage: npx tsx tools/write-edge-cases.ts --folder StateTests [--write FILE] [--cases 2000]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, loadFastKeccak } from '../src/formats/keccak.ts'
import {
  type EdgeCase,
  edgeForks,
  runEdgeCase,
  summaryOf,
  TooLongError,
} from '../test/support/evm/edge-case.ts'
import { runEdgeCaseInReference } from '../test/support/evm/reference-transaction.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    write: { type: 'string' },
    cases: { type: 'string', default: '2000' },
    only: { type: 'string', default: '' },
  },
})
if (values.folder === undefined) throw new Error('no StateTests: name their folder with --folder')
await loadFastKeccak()

interface OldAccount {
  readonly balance: string
  readonly nonce: string
  readonly code: string
  readonly storage: Record<string, string>
}

interface OldTest {
  readonly env: Record<string, string>
  readonly pre: Record<string, OldAccount>
  readonly transaction: Record<string, string>
}

/** Gas above which @ethereumjs/evm takes minutes. */
const maxGas = 60_000_000n
/** Gas of a selected case, so that all of them take a few seconds. */
const maxSelectedGas = 3_000_000n

const cases = new Map<string, EdgeCase>()
const files = readdirSync(values.folder, { recursive: true, encoding: 'utf8' }).sort()
let tests = 0
for (const file of files.filter((each) => each.endsWith('.json') && each.includes(values.only)))
  for (const [name, test] of Object.entries(
    JSON.parse(readFileSync(join(values.folder, file), 'utf8')) as Record<string, OldTest>,
  )) {
    if (!test.transaction || !test.pre) continue
    tests++
    const edge = edgeOf(`${file.replace(/\.json$/, '')} ${name}`, test)
    const { name: _, ...inputs } = edge
    const key = JSON.stringify(inputs)
    if (!cases.has(key)) cases.set(key, edge)
  }
print(`${tests} tests, ${cases.size} distinct inputs`)

const selected: [EdgeCase, string[]][] = []
let runs = 0
let refused = 0
let differences = 0
const skipped: string[] = []
const spent: [number, string][] = []
for (const edge of cases.values()) {
  const results: string[] = []
  let isCheap = true
  for (const fork of edgeForks) {
    const begin = performance.now()
    const ours = resultOf(() => runEdgeCase(edge, fork))
    spent.push([performance.now() - begin, edge.name])
    if (ours === 'too long' || (ours?.gasUsed ?? 0n) > maxGas) {
      skipped.push(`${edge.name} ${fork}: ${ours === 'too long' ? ours : `${ours?.gasUsed} gas`}`)
      isCheap = false
      continue
    }
    const theirs = await runEdgeCaseInReference(edge, fork)
    runs++
    if (theirs === undefined) refused++
    isCheap &&= (theirs?.gasUsed ?? 0n) <= maxSelectedGas
    results.push(summaryOf(theirs))
    if (isDeepStrictEqual(sorted(ours), sorted(theirs))) continue
    differences++
    print(`${edge.name} of ${fork} differs`)
    if (!ours || !theirs) {
      print(`  ours ${ours ? 'runs' : 'refused'}, theirs ${theirs ? 'runs' : 'refused'}`)
      continue
    }
    for (const key of Object.keys(ours) as (keyof typeof ours)[])
      if (!isDeepStrictEqual(ours[key], theirs[key]))
        print(`  ${key}\n    ours   ${text(ours[key])}\n    theirs ${text(theirs[key])}`)
  }
  if (isCheap) selected.push([edge, results])
}
print(`${runs} executions compared, ${refused} of them refused, ${differences} differ`)
print(`${skipped.length} executions with too many steps or above ${maxGas} gas are left out`)
for (const line of skipped) print(`  ${line}`)
for (const [milliseconds, name] of spent.sort(([a], [b]) => b - a).slice(0, 5))
  print(`  ${milliseconds.toFixed(0)} ms ${name}`)
if (values.write !== undefined) {
  const chosen = evenly(selected, Number(values.cases))
  const bytes = brotliCompressSync(JSON.stringify(chosen), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  writeFileSync(values.write, bytes)
  print(`${chosen.length} of ${selected.length} cases written, ${bytes.length} bytes`)
}
process.exitCode = differences === 0 ? 0 : 1

function resultOf<Result>(run: () => Result): Result | 'too long' {
  try {
    return run()
  } catch (error) {
    if (error instanceof TooLongError) return 'too long'
    throw error
  }
}

function edgeOf(name: string, { env, pre, transaction }: OldTest): EdgeCase {
  const { secretKey = '', to = '', data = '' } = transaction
  return {
    name,
    pre: Object.fromEntries(
      Object.entries(pre).map(([address, { balance, nonce, code, storage }]) => [
        prefixed(address),
        [short(balance), short(nonce), prefixed(code).toLowerCase(), storage],
      ]),
    ),
    coinbase: prefixed(env.currentCoinbase ?? ''),
    number: short(env.currentNumber),
    timestamp: short(env.currentTimestamp),
    gasLimitOfBlock: short(env.currentGasLimit),
    random: short(env.currentDifficulty),
    sender: addressOf(secretKey),
    to: to === '' ? '' : prefixed(to),
    nonce: short(transaction.nonce),
    gasLimit: short(transaction.gasLimit),
    gasPrice: short(transaction.gasPrice),
    value: short(transaction.value),
    data: data === '' ? '0x' : prefixed(data),
  }
}

function prefixed(hex: string): string {
  return hex.startsWith('0x') ? hex.toLowerCase() : `0x${hex.toLowerCase()}`
}

function short(quantity: string | undefined): string {
  return `0x${BigInt(quantity === '' || quantity === undefined || quantity === '0x' ? 0 : quantity).toString(16)}`
}

function addressOf(secretKey: string): string {
  const key = secp256k1.getPublicKey(Buffer.from(secretKey.replace(/^0x/, ''), 'hex'), false)
  return `0x${Buffer.from(keccak256(key.subarray(1)).subarray(12)).toString('hex')}`
}

/** Returns so many members of a list, over all of it. */
function evenly<Item>(list: readonly Item[], count: number): Item[] {
  if (list.length <= count) return [...list]
  return Array.from(
    { length: count },
    (_, i) => list[Math.floor((i * list.length) / count)] as Item,
  )
}

function sorted(outcome: object | undefined): unknown {
  return outcome && JSON.parse(text(outcome), (_, each) => each)
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each) => {
    if (typeof each === 'bigint') return `${each}`
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
