import { type Static, Type } from '@sinclair/typebox'
import { Chain, verb } from './common.ts'

export const IssueAction = verb(
  'issue',
  'Issues a signed transaction, verified as the node does. An atomic one of the C-chain needs `format`.',
  {
    chain: Chain,
    bytes: Type.String({
      pattern: '^0x([0-9a-fA-F]{2}){1,262144}$',
      description: '0x and the signed bytes in hex, without checksum',
    }),
    format: Type.Optional(Type.Literal('atomic')),
  },
)
export type IssueAction = Static<typeof IssueAction>
