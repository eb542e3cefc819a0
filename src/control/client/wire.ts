import { type ControlCode, controlStatuses } from '../../../schemas/control/errors.ts'
import { ControlError } from '../control-error.ts'

/** The URL of an operation behind its host: parameters filled in, the query of what is given. */
export function controlPath(template: string, params: unknown, query: unknown): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return given.length === 0 ? path : `${path}?${search}`
}

/** The refusal that an answer stands for; also of a server that has no control plane. */
export function errorOf(status: number, text: string): ControlError {
  try {
    const { code, message, details } = JSON.parse(text).error
    if (Object.hasOwn(controlStatuses, code)) return new ControlError(code, message, details)
  } catch {
    // Told below.
  }
  const codes = Object.keys(controlStatuses) as ControlCode[]
  const code = codes.find((one) => controlStatuses[one] === status) ?? 'internal'
  return new ControlError(code, `no control plane: status ${status}, ${text.slice(0, 200)}`)
}
