import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../scalars.ts'

/** Codes of a refusal of the control plane, with the status of its HTTP response. */
export const controlStatuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  not_verified: 409,
  too_large: 413,
  not_possible: 422,
  internal: 500,
  no_space: 507,
} as const

export type ControlCode = keyof typeof controlStatuses

/** Body of every failure of the control plane. */
export const ControlErrorBody = Type.Object(
  {
    error: Type.Object({
      code: oneOf(Object.keys(controlStatuses) as ControlCode[]),
      message: Type.String(),
      details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  },
  { $id: 'ControlErrorBody' },
)
export type ControlErrorBody = Static<typeof ControlErrorBody>
