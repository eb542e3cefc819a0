import { type Static, Type } from '@sinclair/typebox'
import { Duration, EvmChain, Id, verb, Who } from './common.ts'

export const SendMessageAction = verb(
  'sendMessage',
  'A message between EVM chains, one of which may be outside the world.',
  {
    from: Who,
    sourceChain: EvmChain,
    destinationChain: EvmChain,
    /** What the destination is told; a greeting unless it says so. */
    data: Type.Optional(
      Type.String({
        pattern: '^0x([0-9a-fA-F]{2}){0,4096}$',
        description: 'At most 4096 bytes in hex after 0x',
      }),
    ),
    /** How long it takes, or that it waits for a deliverMessage: 10s unless it says so. */
    deliver: Type.Optional(Type.Union([Duration, Type.Literal(false)])),
  },
)
export type SendMessageAction = Static<typeof SendMessageAction>

export const DeliverMessageAction = verb(
  'deliverMessage',
  'The relayer delivers a message that waits.',
  {
    message: Id,
    /** False: with too little gas for the contract that it is for. */
    succeeded: Type.Optional(Type.Boolean()),
  },
)
export type DeliverMessageAction = Static<typeof DeliverMessageAction>
