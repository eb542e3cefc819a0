import { type Static, Type } from '@sinclair/typebox'
import { primaryChains } from '../../../src/networks/primary-chain.ts'
import { oneOf } from '../../scalars.ts'
import { Amount, Id, Owners, verb } from './common.ts'

const PrimaryChain = oneOf(primaryChains)

export const ExportAction = verb(
  'export',
  'Coins, or an asset, into the memory that two chains share; or all the way with `import`.',
  {
    from: Owners,
    /** Else who sends it. */
    to: Type.Optional(Owners),
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
    amount: Amount,
    /** Of the X-chain: an asset by name or id, else AVAX. */
    asset: Type.Optional(Id),
    import: Type.Optional(Type.Literal(true)),
  },
)
export type ExportAction = Static<typeof ExportAction>

export const ImportAction = verb(
  'import',
  'Everything that waits for somebody between two chains.',
  {
    to: Owners,
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
  },
)
export type ImportAction = Static<typeof ImportAction>
