import type { FaultResponse } from '../../../schemas/control/fault-response.ts'
import type { FaultRule, faultOperations, NewFaultRule } from '../../../schemas/control/faults.ts'
import type { FaultRules } from '../../http/faults/fault-rules.ts'
import { faultHeader } from '../../http/headers.ts'
import { badValue, ControlError } from '../control-error.ts'
import type { Group } from '../group.ts'
import { bodyFactor, globLength, maxGlobLength } from '../requests/glob-length.ts'
import { escaped, refuseHeaderName, refuseMatch } from '../requests/refuse-match.ts'

/** Connection headers are for Node to set: a rule with one would break the response, or throw. */
const ofConnection =
  /^(?:connection|content-length|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Maximum number of rules of a world. */
const maxRules = 1000

/** Maximum characters of all rules of a world, as JSON. */
const maxCharacters = 16_000_000

/**
 * Builds the operations of the fault rules: docs/faults.md.
 * @param operations names of all operations of the four interfaces
 */
export const faultGroup = (
  faults: FaultRules,
  operations: readonly string[],
): Group<typeof faultOperations> => ({
  listFaults: async () => ({ rules: faults.list(), counts: await faults.counts() }),
  addFaults({ body: { rules, ...single } }) {
    if (rules && Object.keys(single).length > 0)
      throw badValue(
        '',
        Object.keys(single),
        'either a rule, or an object with only the property rules',
      )
    const wanted = rules ?? [single]
    wanted.forEach((rule, index) => {
      refuseUnusable(rule, rules ? `/rules/${index}` : '', operations)
    })
    refuseTooMany([...faults.list(), ...wanted])
    const added = withIds(wanted, faults)
    refuseLongGlobs([...faults.list(), ...added])
    for (const rule of added) faults.set(rule)
    return { rules: added }
  },
  clearFaults() {
    faults.reset()
  },
  getFault: ({ params: { id } }) => existing(faults, id),
  setFault({ params: { id }, body }) {
    if (body.id !== undefined && body.id !== id) throw badValue('/id', body.id, `${id}, or absent`)
    refuseUnusable(body, '', operations)
    const others = faults.list().filter((rule) => rule.id !== id)
    refuseTooMany([...others, body])
    refuseLongGlobs([...others, body])
    faults.set({ ...body, id })
    return existing(faults, id)
  },
  removeFault({ params: { id } }) {
    if (!faults.remove(id)) throw unknown(id)
  },
})

function existing(faults: FaultRules, id: string): FaultRule {
  const rule = faults.get(id)
  if (!rule) throw unknown(id)
  return rule
}

const unknown = (id: string) => new ControlError('not_found', `there is no fault rule ${id}`)

/** Names rules without an id `rule-1`, `rule-2` and so on. @throws ControlError for a taken id */
function withIds(wanted: readonly NewFaultRule[], faults: FaultRules): FaultRule[] {
  const taken = new Set(faults.list().map(({ id }) => id))
  for (const { id } of wanted) {
    if (id === undefined) continue
    if (taken.has(id))
      throw new ControlError('conflict', `a fault rule ${id} exists already`, { id })
    taken.add(id)
  }
  let number = 0
  return wanted.map(({ id, ...rule }) => {
    if (id !== undefined) return { id, ...rule }
    do number++
    while (taken.has(`rule-${number}`))
    taken.add(`rule-${number}`)
    return { id: `rule-${number}`, ...rule }
  })
}

function refuseUnusable(rule: NewFaultRule, at: string, operations: readonly string[]): void {
  const { match = {}, delay, respond, patch, connection, cors } = rule
  refuseMatch(match, `${at}/match`, operations)
  if (respond && connection)
    throw badValue(`${at}/connection`, connection, 'absent when respond is set')
  if (!delay && !respond && !patch && !connection && cors === undefined)
    throw badValue(
      at,
      rule,
      'a rule with at least one of delay, respond, patch, connection or cors',
    )
  refuseHeaders(respond?.headers, `${at}/respond/headers`)
  refuseHeaders(patch?.headers, `${at}/patch/headers`)
  if (respond) refuseResponse(respond, `${at}/respond`)
  if (!patch) return
  if (respond) throw badValue(`${at}/patch`, patch, 'absent when respond is set')
  if (connection !== undefined && connection !== 'truncate')
    throw badValue(
      `${at}/patch`,
      patch,
      `absent when connection is ${connection}, which sends no response`,
    )
  if (Object.keys(patch).length === 0)
    throw badValue(
      `${at}/patch`,
      patch,
      'a patch with at least one of operations, merge, status or headers',
    )
  if (patch.operations && patch.merge !== undefined)
    throw badValue(`${at}/patch/merge`, patch.merge, 'absent when operations is set')
  if (isBodiless(patch.status))
    throw badValue(
      `${at}/patch/status`,
      patch.status,
      'a status whose responses have a body, so not 204, 205 or 304',
    )
}

/** Statuses whose responses have no body: RFC 9110, 15. */
const isBodiless = (status: number | undefined) =>
  status === 204 || status === 205 || status === 304

function refuseResponse({ status, message, text, json }: FaultResponse, at: string): void {
  const bodies = Object.entries({ message, text, json }).filter(([, body]) => body !== undefined)
  const [first, second] = bodies
  if (second) throw badValue(`${at}/${second[0]}`, second[1], `absent when ${first?.[0]} is set`)
  if (first && isBodiless(status))
    throw badValue(
      `${at}/${first[0]}`,
      first[1],
      `absent, because a response with status ${status} has no body`,
    )
}

function refuseHeaders(headers: Readonly<Record<string, string>> = {}, at: string): void {
  for (const name of Object.keys(headers)) {
    const pointer = `${at}/${escaped(name)}`
    refuseHeaderName(name, pointer)
    if (ofConnection.test(name))
      throw badValue(
        pointer,
        name,
        'no header of the connection, which the server sets: connection, content-length, keep-alive, proxy-*, te, trailer, transfer-encoding or upgrade',
      )
    if (name.toLowerCase() === faultHeader)
      throw badValue(pointer, name, `no ${faultHeader}, which names the rule in each response`)
  }
}

/** Refuses rules that are more, or take more memory, than a world has room for. */
function refuseTooMany(rules: readonly NewFaultRule[]): void {
  if (rules.length > maxRules)
    throw new ControlError(
      'not_possible',
      `${rules.length} fault rules exceed the limit of ${maxRules}; remove some first`,
    )
  const characters = rules.reduce((sum, rule) => sum + JSON.stringify(rule).length, 0)
  if (characters > maxCharacters)
    throw new ControlError(
      'not_possible',
      `fault rules of ${characters} characters exceed the limit of ${maxCharacters}; remove some first`,
    )
}

/** Refuses rules whose globs would make a comparison with a request take too long. */
function refuseLongGlobs(rules: readonly NewFaultRule[]): void {
  const length = rules.reduce((sum, { match }) => sum + globLength(match), 0)
  if (length > maxGlobLength)
    throw new ControlError(
      'not_possible',
      `the globs of all fault rules together have ${length} characters; the limit is ${maxGlobLength}, and a glob over bodies counts ${bodyFactor} times; remove some rules, or match by operation or exact values`,
    )
}
