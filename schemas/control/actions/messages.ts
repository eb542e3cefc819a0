import { type Static, Type } from '@sinclair/typebox'
import { AccountName, Duration, described, EvmChain, Id, verb } from './common.ts'

export const SendMessageAction = verb(
  'sendMessage',
  'Sends a message between EVM chains. One of them may be outside the world.',
  {
    from: described('Sender.', AccountName),
    sourceChain: EvmChain,
    destinationChain: EvmChain,
    data: Type.Optional(
      Type.String({
        pattern: '^0x([0-9a-fA-F]{2}){0,4096}$',
        description:
          'Payload for the destination; a greeting by default. At most 4096 bytes in hex after 0x.',
      }),
    ),
    deliver: Type.Optional(
      described(
        'Time until the delivery, or `false` to wait for a deliverMessage; 10s by default.',
        Type.Union([Duration, Type.Literal(false)]),
      ),
    ),
  },
)
export type SendMessageAction = Static<typeof SendMessageAction>

export const DeliverMessageAction = verb(
  'deliverMessage',
  'Lets the relayer deliver a pending message.',
  {
    message: described('Pending message.', Id),
    succeeded: Type.Optional(
      described(
        'False for a delivery with too little gas for the receiving contract.',
        Type.Boolean(),
      ),
    ),
  },
)
export type DeliverMessageAction = Static<typeof DeliverMessageAction>
