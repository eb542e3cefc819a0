import { type Static, Type } from '@sinclair/typebox'
import { primaryChains } from '../../../src/networks/primary-chain.ts'
import { oneOf } from '../../scalars.ts'
import { Amount, Id, Owners, verb } from './common.ts'

const PrimaryChain = oneOf(primaryChains)

export const ExportAction = verb(
  'export',
  'Exports coins or an asset to another chain. With `import` it imports them there too.',
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
  'Imports everything that was exported to an account from one chain to another.',
  {
    to: Owners,
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
  },
)
export type ImportAction = Static<typeof ImportAction>
