import { type Static, Type } from '@sinclair/typebox'
import { Artifact } from '../control/actions/contracts.ts'
import { type Action, actionSchemas, type Do } from '../control/actions/index.ts'
import { ChainTime, RelativeTime } from './common.ts'

/** Exact time: unlike other moments it is not moved by up to an hour. */
const At = Type.String({
  pattern: `${ChainTime.pattern}|${RelativeTime.pattern}`,
  description: 'ISO 8601 with Z or an offset, or such as banff+3d, now-5h or now+2d',
  mustBe: 'a time such as 2026-01-15T12:00:00Z, banff+3d, now-5h or now+2d',
})

/** In a file, the path of an artifact stands for its content. */
const StoryArtifact = Type.Optional(
  Type.Union([Artifact, Type.String({ minLength: 1, maxLength: 4096 })], {
    description:
      'Content of an artifact file of Hardhat or Foundry, or its path, relative to this file.',
  }),
)

/** Schemas with `do` as first property, so that an error message follows the intended verb. */
const storySchemas = (Object.keys(actionSchemas) as Do[]).map((verb) => {
  const { properties } = actionSchemas[verb]
  return Type.Object(
    { ...properties, ...(verb === 'deploy' && { artifact: StoryArtifact }), at: At },
    { additionalProperties: false },
  )
})

/** An action and its time. One without `network` is of mainnet (G-112). */
export type StoryAction = Action & { readonly at: Static<typeof At> }

/** Actions besides all that the definition declares. */
export const Story = Type.Array(Type.Unsafe<StoryAction>(Type.Union(storySchemas)), {
  maxItems: 10_000,
})
