import type { FaultRule, faultOperations, NewFaultRule } from '../../schemas/control/faults.ts'
import type { FaultRules } from '../http/faults/fault-rules.ts'
import { badValue, ControlError } from './control-error.ts'
import type { Group } from './group.ts'
import { refuseMatch } from './refuse-match.ts'

/** RFC 9110, 5.1: Node refuses other names. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/

/** Connection headers are for Node to set: a rule with one would break the response, or throw. */
const ofConnection =
  /^(?:connection|content-length|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i

/** Maximum number of rules of a world. */
const maxRules = 1000

/**
 * Builds the operations of the fault rules: docs/control.md.
 * @param operations names of all operations of the four interfaces
 */
export const faultGroup = (
  faults: FaultRules,
  operations: readonly string[],
): Group<typeof faultOperations> => ({
  listFaults: () => ({ rules: faults.list() }),
  addFaults({ body: { rules, ...single } }) {
    if (rules && Object.keys(single).length > 0)
      throw badValue('', Object.keys(single), 'either a rule or an object with rules alone')
    const wanted = rules ?? [single]
    wanted.forEach((rule, index) => {
      refuseUnusable(rule, rules ? `/rules/${index}` : '', operations)
    })
    refuseTooMany(faults.list().length + wanted.length)
    const added = withIds(wanted, faults)
    for (const rule of added) faults.set(rule)
    return { rules: added }
  },
  clearFaults() {
    faults.reset()
  },
  getFault: ({ params: { id } }) => existing(faults, id),
  setFault({ params: { id }, body }) {
    if (body.id !== undefined && body.id !== id) throw badValue('/id', body.id, `${id} or nothing`)
    refuseUnusable(body, '', operations)
    if (!faults.get(id)) refuseTooMany(faults.list().length + 1)
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

function refuseUnusable(
  { match = {}, delay, respond, connection, cors }: NewFaultRule,
  at: string,
  operations: readonly string[],
): void {
  refuseMatch(match, `${at}/match`, operations)
  if (respond && connection) throw badValue(`${at}/connection`, connection, 'absent beside respond')
  if (!delay && !respond && !connection && cors === undefined)
    throw badValue(at, {}, 'a rule with at least one of delay, respond, connection and cors')
  for (const name of Object.keys(respond?.headers ?? {}))
    if (!headerName.test(name) || ofConnection.test(name))
      throw badValue(
        `${at}/respond/headers/${name}`,
        name,
        'the name of a response header that does not control the connection',
      )
}

function refuseTooMany(count: number): void {
  if (count > maxRules)
    throw new ControlError(
      'not_possible',
      `${count} fault rules exceed the limit of ${maxRules}; remove some first`,
    )
}
