import { type GenesisData, genesisNumbers } from '../../../schemas/data/genesis.ts'
import type { LiveGenesisData } from '../../../schemas/data/live-primary.ts'
import type { Dialect } from '../../http/request/dialect.ts'

/** Returns the `genesisData` of a chain. As a number, an airdrop of many tokens is rounded. */
export const genesisData = (dialect: Dialect, genesis: GenesisData): LiveGenesisData =>
  genesisNumbers.in(dialect)
    ? {
        ...genesis,
        airdropAmount: numberOrNull(genesis.airdropAmount),
        baseFeePerGas: numberOrNull(genesis.baseFeePerGas),
      }
    : genesis

const numberOrNull = (hex: string | undefined) => (hex === undefined ? null : Number(hex))
