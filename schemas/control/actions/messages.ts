import { type Static, Type } from '@sinclair/typebox'
import { AccountName, Duration, EvmChain, Id, verb } from './common.ts'

export const SendMessageAction = verb(
  'sendMessage',
  'Sends a message between EVM chains. One of them may be outside the world.',
  {
    from: AccountName,
    sourceChain: EvmChain,
    destinationChain: EvmChain,
    /** Payload for the destination; a greeting by default. */
    data: Type.Optional(
      Type.String({
        pattern: '^0x([0-9a-fA-F]{2}){0,4096}$',
        description: 'At most 4096 bytes in hex after 0x',
      }),
    ),
    /** Time until the delivery, or `false` to wait for a deliverMessage; 10s by default. */
    deliver: Type.Optional(Type.Union([Duration, Type.Literal(false)])),
  },
)
export type SendMessageAction = Static<typeof SendMessageAction>

export const DeliverMessageAction = verb(
  'deliverMessage',
  'Lets the relayer deliver a pending message.',
  {
    message: Id,
    /** False for a delivery with too little gas for the receiving contract. */
    succeeded: Type.Optional(Type.Boolean()),
  },
)
export type DeliverMessageAction = Static<typeof DeliverMessageAction>
