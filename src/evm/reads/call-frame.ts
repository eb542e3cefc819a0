import { toHex } from '../../formats/ids.ts'
import { REVERTED } from '../calls.ts'
import type { CallNode } from '../machine.ts'
import type { EvmLog } from '../state.ts'
import { revertReason } from './revert-reason.ts'

/** A call in the JSON of geth's `callTracer`. */
export interface TracedCall {
  readonly from: string
  readonly gas: string
  readonly gasUsed: string
  readonly to?: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly TracedCall[]
  readonly logs?: readonly TracedLog[]
  readonly value?: string
  readonly type: string
}

interface TracedLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly position: string
}

/** Log of a call, and the number of calls before it. */
export interface LocatedLog {
  readonly log: EvmLog
  readonly position: number
}

/** What is visible of a tree. */
interface CallFormat {
  readonly onlyTopCall: boolean
  /** Undefined where logs are left out. */
  readonly logsOf: ((node: CallNode) => readonly LocatedLog[]) | undefined
}

/** Errors of calls that geth's tracers do not see, since nothing began. */
const unseen: ReadonlySet<string | undefined> = new Set([
  'max call depth exceeded',
  'insufficient balance for transfer',
  'contract address collision',
])

/** Returns a call with all calls below, as geth shows it; they are 1,025 levels at most. */
export function formatCall(node: CallNode, format: CallFormat, isBelowFailure = false): TracedCall {
  const { kind, from, to, value, input, gas, gasUsed, error } = node
  const isCreation = kind === 'CREATE' || kind === 'CREATE2'
  const hasFailed = isBelowFailure || error !== undefined
  const calls = format.onlyTopCall ? [] : node.calls.filter((call) => !unseen.has(call.error))
  // Logs of what failed are gone.
  const logs = hasFailed ? [] : (format.logsOf?.(node) ?? [])
  return {
    from,
    gas: quantity(gas),
    gasUsed: quantity(gasUsed),
    ...(!(isCreation && error !== undefined) && { to }),
    input: toHex(input),
    ...outputOf(node),
    ...(calls.length > 0 && { calls: calls.map((call) => formatCall(call, format, hasFailed)) }),
    ...(logs.length > 0 && { logs: logs.map(formatLog) }),
    ...(kind !== 'STATICCALL' && { value: quantity(value) }),
    type: kind,
  }
}

/** A failed call has output after a revert alone. */
function outputOf({
  error,
  output,
}: CallNode): Pick<TracedCall, 'output' | 'error' | 'revertReason'> {
  const visible = output.length === 0 ? {} : { output: toHex(output) }
  if (error === undefined) return visible
  if (error !== REVERTED) return { error }
  const reason = revertReason(output)
  return { ...visible, error, ...(reason !== undefined && { revertReason: reason }) }
}

const formatLog = ({ log: { address, topics, data }, position }: LocatedLog): TracedLog => ({
  address,
  topics: topics.map(toHex),
  data: toHex(data),
  position: quantity(position),
})

const quantity = (value: bigint | number) => `0x${value.toString(16)}`
