import { Type } from '@sinclair/typebox'
import { type ChainMethod, Uint } from './chain-method.ts'
import type { proposerMethodNames } from './method-names.ts'

/** Methods of the proposers of a chain of the primary network. */
export const proposerMethods: Readonly<Record<(typeof proposerMethodNames)[number], ChainMethod>> =
  {
    'proposervm.getCurrentEpoch': {
      summary: 'Epoch of the next block (ACP-181); zeros before Granite',
      params: Type.Object({}),
      result: Type.Object({ number: Uint, startTime: Uint, pChainHeight: Uint }),
    },
    'proposervm.getProposedHeight': {
      summary: 'Height of the P-chain that the next block names',
      params: Type.Object({}),
      result: Type.Object({ height: Uint }),
    },
  }
