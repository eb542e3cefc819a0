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
    /** Recipient; by default the sender. */
    to: Type.Optional(Owners),
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
    amount: Amount,
    /** Asset of the X-chain by name or id; AVAX by default. */
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
