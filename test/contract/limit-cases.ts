import type { Operation } from '../../schemas/operation.ts'
import { isOfContract } from '../../scripts/contract-page.ts'
import { operations } from '../../src/operations.ts'
import { limitsOf } from './derived-limits.ts'
import { address, fujiAddress, type Limit } from './limit-rows.ts'
import { limits, rules } from './limits-table.ts'

/** A valid request of an operation in some world, which a case changes in one place. */
export interface Sample {
  readonly method: Operation['method']
  /** Path template with `{parameter}`s. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

const isTyped = ({ operationId }: Operation) =>
  limits.some((limit) => limit.operationId === operationId)

/** The table, and what the schemas say of extra operations that it does not have. */
export const allLimits: readonly Limit[] = [
  ...limits,
  ...operations
    .filter((operation) => !isOfContract(operation) && !isTyped(operation))
    .flatMap(limitsOf),
]

/** One concrete request and what is to become of it: a success or a 400. */
export interface LimitCase {
  readonly operationId: string
  readonly method: Operation['method']
  readonly url: string
  /** JSON text. */
  readonly body?: string
  readonly expected: 'accepted' | 'rejected'
  /** Part that refuses it; a value that `validation` refuses never reaches the route. */
  readonly by: 'validation' | 'route'
  readonly why: string
}

/**
 * Every case of the table for the operations that have a sample: bounds and their neighbours,
 * listed values and others, not a number, empty, repeated, missing, and the rules between
 * parameters. A test can fire them at a running server or at the validation alone.
 */
export function limitCases(samples: Readonly<Record<string, Sample>>): LimitCase[] {
  return Object.entries(samples).flatMap(([operationId, sample]) => [
    ...allLimits
      .filter((limit) => limit.operationId === operationId)
      .flatMap((limit) => casesOf(limit, sample)),
    ...rules
      .filter((rule) => rule.operationId === operationId)
      .map(({ params, query = {}, body, expected, why }) => ({
        ...requestOf(
          operationId,
          withQuery(withBody(withParams(sample, params), body ?? {}), query),
        ),
        expected,
        by: 'route' as const,
        why,
      })),
  ])
}

function casesOf(limit: Limit, sample: Sample): LimitCase[] {
  const base = withNeeded(sample, limit)
  const caseFor = (value: unknown, expected: LimitCase['expected'], by: LimitCase['by']) => ({
    ...requestOf(limit.operationId, withValue(base, limit, value)),
    expected,
    by,
    why: `${limit.in} ${limit.name} ${JSON.stringify(value)} is ${expected}`,
  })
  const missing = {
    ...requestOf(limit.operationId, without(base, limit)),
    by: 'validation',
  } as const
  return [
    ...acceptedValues(limit).map((value) => caseFor(value, 'accepted', 'validation')),
    ...rejectedValues(limit).map((value) => caseFor(value, 'rejected', 'validation')),
    ...(limit.rejectedByRoute ?? []).map((value) => caseFor(value, 'rejected', 'route')),
    ...(limit.required
      ? [{ ...missing, expected: 'rejected' as const, why: `${limit.name} is missing` }]
      : []),
  ]
}

function acceptedValues(limit: Limit): unknown[] {
  return [...fromKind(), ...(limit.accepted ?? [])]

  function fromKind(): unknown[] {
    switch (limit.kind) {
      case 'integer':
        return [limit.min, ...(limit.max === undefined ? [] : [limit.max])].map(asSent(limit))
      case 'number':
        return [limit.min, limit.min + 0.5, limit.max - 0.25, limit.max].map(asSent(limit))
      case 'one of':
        return [...limit.values]
      case 'list of':
        return [...limit.values, limit.values.slice(0, 2), limit.values.slice(0, 2).join(',')]
      case 'boolean':
        return ['true', 'false']
      case 'text':
        return []
    }
  }
}

function rejectedValues(limit: Limit): unknown[] {
  return [...fromKind(), ...fromPlace(), ...(limit.rejected ?? [])]

  function fromKind(): unknown[] {
    switch (limit.kind) {
      case 'integer':
        return [limit.min - 1, ...(limit.max === undefined ? [] : [limit.max + 1])].map(
          asSent(limit),
        )
      case 'number':
        return [limit.min - 1, limit.min - 0.001, limit.max + 0.001].map(asSent(limit))
      case 'one of':
      case 'list of':
        return ['other', ...limit.values.slice(0, 1).map((value) => `${value} `)]
      case 'boolean':
        return ['True', '1', 'yes']
      case 'text':
        return []
    }
  }

  function fromPlace(): unknown[] {
    if (limit.in === 'path') return []
    if (limit.in === 'body')
      return limit.kind === 'integer' ? ['1', 0.5, null, true, [1]] : [5, null, true, ['00']]
    const repeated = limit.kind === 'list of' ? [] : [['1', '2']]
    const notNumbers = ['ten', '1e1', '0x1', '+1', ' 1', '1 ', '01', '1e400', 'NaN', '1.', '.5']
    const wrong = { integer: ['0.5', ...notNumbers], number: notNumbers }
    return ['', ...repeated, ...(wrong[limit.kind as keyof typeof wrong] ?? [])]
  }
}

const asSent =
  (limit: Limit) =>
  (value: number): unknown =>
    limit.in === 'body' ? value : String(value)

function withNeeded(sample: Sample, { in: place, needs = {} }: Limit): Sample {
  return place === 'body'
    ? withBody(sample, needs)
    : withQuery(sample, needs as Record<string, string>)
}

function withValue(given: Sample, { in: place, name }: Limit, value: unknown): Sample {
  const isElsewhere = name === 'network' && (value === 'fuji' || value === 'testnet')
  const sample = isElsewhere ? onFuji(given) : given
  if (place === 'path') return { ...sample, params: { ...sample.params, [name]: String(value) } }
  if (place === 'body') return withBody(sample, { [name]: value })
  return { ...sample, query: { ...sample.query, [name]: value as string } }
}

/** Addresses are of one network. */
const onFuji = (sample: Sample): Sample =>
  JSON.parse(JSON.stringify(sample).replaceAll(address, fujiAddress))

function without(sample: Sample, { in: place, name }: Limit): Sample {
  const { [name]: _, ...others } = (place === 'body' ? sample.body : sample.query) ?? {}
  return place === 'body'
    ? { ...sample, body: others }
    : { ...sample, query: others as Record<string, string> }
}

const withQuery = (sample: Sample, query: Readonly<Record<string, string>>): Sample => ({
  ...sample,
  query: { ...sample.query, ...query },
})

const withParams = (sample: Sample, params: Sample['params'] = {}): Sample => ({
  ...sample,
  params: { ...sample.params, ...params },
})

const withBody = (sample: Sample, body: unknown): Sample => ({
  ...sample,
  ...(sample.body && { body: { ...sample.body, ...(body as object) } }),
})

/** A sample as a request. */
export function requestOf(operationId: string, { method, path, params, query = {}, body }: Sample) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  // A list stands for a repeated key.
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((text) => `${name}=${encodeURIComponent(text)}`),
  )
  return {
    operationId,
    method,
    url: pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`,
    ...(body && { body: JSON.stringify(body) }),
  }
}
