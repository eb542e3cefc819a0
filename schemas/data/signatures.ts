import { type Static, Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { quirk } from '../quirk.ts'
import { Cb58Id, NetworkParameter } from '../scalars.ts'

/** A Warp message with the aggregated signature of its signers. Section 2.6. */
export const SignedMessage = Type.Object(
  { signedMessage: Type.String({ pattern: '^(0x)?[0-9a-f]+$', description: 'Hex.' }) },
  { $id: 'SignedMessage' },
)
export type SignedMessage = Static<typeof SignedMessage>

/** Body of 4.1.1; the route checks that one of the first two is present, and the sum rule. */
export const AggregateSignaturesBody = Type.Object(
  {
    message: Type.Optional(
      Type.String({
        description:
          'Hex of an unsigned Warp message, with or without 0x. Required without justification.',
      }),
    ),
    justification: Type.Optional(
      Type.String({
        description:
          'Hex, with or without 0x: the evidence with which the P-chain verifies the message.',
      }),
    ),
    signingSubnetId: Type.Optional(
      Type.String({
        description: 'Hex or base-58. Absent: the subnet of the chain that sent the message.',
      }),
    ),
    quorumPercentage: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 67,
      description: 'Percent of the weight that has to sign.',
    }),
    quorumPercentageBuffer: Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description: 'Percent to collect beyond the quorum if possible; with the quorum at most 100.',
    }),
    pChainHeight: Type.Integer({
      minimum: 0,
      default: 0,
      description: 'Height whose validators sign; 0 for the proposed height.',
    }),
  },
  { $id: 'AggregateSignaturesBody' },
)
export type AggregateSignaturesBody = Static<typeof AggregateSignaturesBody>

/** HTTP status of a success. */
export const aggregateStatus = quirk(
  {
    name: 'Success status of signature aggregation',
    section: '4.1.1, 4.1.2',
    documented: '200',
    live: '201, on POST and GET',
  },
  { documented: 200, live: 201 } as const,
)

/** Section 4.1.1. G-42, G-43, G-44, G-45 */
export const aggregateSignatures = operation({
  operationId: 'aggregateSignatures',
  method: 'POST',
  path: '/v1/signatureAggregator/{network}/aggregateSignatures',
  computeUnits: 20,
  section: '4.1.1',
  tag: 'Signatures',
  summary: 'Signatures of validators over a Warp message, aggregated',
  description:
    'At least one of message and justification is required. quorumPercentage and ' +
    'quorumPercentageBuffer add up to at most 100.',
  params: Type.Object({ network: NetworkParameter }),
  query: Type.Object({}),
  body: AggregateSignaturesBody,
  response: SignedMessage,
  quirks: [aggregateStatus],
})

/** Section 4.1.2. */
export const getAggregatedSignatures = operation({
  operationId: 'getAggregatedSignatures',
  method: 'GET',
  path: '/v1/signatureAggregator/{network}/aggregateSignatures/{txHash}',
  computeUnits: 20,
  section: '4.1.2',
  tag: 'Signatures',
  summary: 'The signed Warp message that a P-chain transaction about an L1 gave rise to',
  params: Type.Object({ network: NetworkParameter, txHash: Cb58Id }),
  query: Type.Object({}),
  response: SignedMessage,
  quirks: [aggregateStatus],
})
