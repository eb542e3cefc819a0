import { logTables } from './log.ts'
import { stateTables } from './simulator-state.ts'
import { evmTables } from './tables/evm.ts'
import { evmContractTables } from './tables/evm-contracts.ts'
import { evmInternalTables } from './tables/evm-internal.ts'
import { evmStateTables } from './tables/evm-state.ts'
import { icmTables } from './tables/icm.ts'
import { metricsTables } from './tables/metrics.ts'
import { nodeTables } from './tables/node.ts'
import { primaryTables } from './tables/primary.ts'
import { stakingTables } from './tables/staking.ts'

/** Inputs that a base was made from; one row. `now` is epoch seconds. */
const metaTables = `
CREATE TABLE meta (
  id TEXT PRIMARY KEY,
  generator_version INTEGER NOT NULL,
  seed TEXT NOT NULL,
  size TEXT NOT NULL,
  now INTEGER NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`

/** All tables of a base, ordered so that foreign keys point to earlier tables. */
export const tables = [
  metaTables,
  evmTables,
  evmStateTables,
  evmContractTables,
  evmInternalTables,
  icmTables,
  metricsTables,
  primaryTables,
  stakingTables,
  nodeTables,
  stateTables,
  logTables,
].join('\n')
