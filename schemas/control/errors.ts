import { type Static, Type } from '@sinclair/typebox'
import { oneOf } from '../scalars.ts'

/** Codes of a refusal of the control plane, with the status of its HTTP response. */
export const controlStatuses = {
  /** The input does not fit its schema. */
  bad_request: 400,
  /** The token is missing or wrong. */
  unauthorized: 401,
  /** The host or origin may not use the control plane. */
  forbidden: 403,
  /** There is no such object or path. */
  not_found: 404,
  /** The object exists already, or cannot be used now. */
  conflict: 409,
  /** The journal does not show what was expected. */
  not_verified: 409,
  /** The body is too long. */
  too_large: 413,
  /** The world does not allow it. */
  not_possible: 422,
  /** A mistake of the server. */
  internal: 500,
  /** The shared log cannot be reached, or this replica is behind it. */
  unavailable: 503,
  /** The disk is full. */
  no_space: 507,
} as const

/** Code of a refusal of the control plane. */
export type ControlCode = keyof typeof controlStatuses

/** Body of every failure of the control plane. */
export const ControlErrorBody = Type.Object(
  {
    error: Type.Object({
      code: oneOf(Object.keys(controlStatuses) as ControlCode[]),
      message: Type.String(),
      details: Type.Optional(
        Type.Object(
          {
            outcome: Type.Optional(
              oneOf(['none', 'unknown'], {
                description:
                  'With `unavailable`: whether a change certainly has not happened, or may have',
              }),
            ),
          },
          { additionalProperties: true },
        ),
      ),
    }),
  },
  { $id: 'ControlErrorBody' },
)
export type ControlErrorBody = Static<typeof ControlErrorBody>
