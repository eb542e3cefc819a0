import { type Static, Type } from '@sinclair/typebox'
import { primaryChains } from '../../../src/networks/primary-chain.ts'
import { oneOf } from '../../scalars.ts'
import { Amount, described, Id, Owners, verb } from './common.ts'

const PrimaryChain = oneOf(primaryChains)

export const ExportAction = verb(
  'export',
  'Exports coins or an asset to another chain. With `import` it imports them there too.',
  {
    from: described('Account that pays.', Owners),
    to: Type.Optional(described('Recipient; by default the sender.', Owners)),
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
    amount: Amount,
    asset: Type.Optional(described('Asset of the X-chain by name or id; AVAX by default.', Id)),
    import: Type.Optional(
      Type.Literal(true, { description: 'Imports the amount on the other chain too.' }),
    ),
  },
)
export type ExportAction = Static<typeof ExportAction>

export const ImportAction = verb(
  'import',
  'Imports everything that was exported to an account from one chain to another.',
  {
    to: described('Account that the coins were exported to.', Owners),
    sourceChain: PrimaryChain,
    destinationChain: PrimaryChain,
  },
)
export type ImportAction = Static<typeof ImportAction>
