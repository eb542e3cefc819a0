import { type ControlCode, controlStatuses } from '../../../schemas/control/errors.ts'
import { ControlError } from '../control-error.ts'

/**
 * Builds the URL of an operation after its host, with the parameters and the given query fields.
 */
export function controlPath(template: string, params: unknown, query: unknown): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    given.map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
  return given.length === 0 ? path : `${path}?${search}`
}

/** Returns the refusal that a response stands for; also for a server that has no control plane. */
export function errorOf(status: number, text: string): ControlError {
  try {
    const { code, message, details } = JSON.parse(text).error
    if (Object.hasOwn(controlStatuses, code)) return new ControlError(code, message, details)
  } catch {
    // The fallback below covers a text that is no JSON error.
  }
  const codes = Object.keys(controlStatuses) as ControlCode[]
  const code = codes.find((one) => controlStatuses[one] === status) ?? 'internal'
  return new ControlError(
    code,
    `the server did not respond as a control plane does; check its URL: status ${status}, ${text.slice(0, 200)}`,
  )
}
