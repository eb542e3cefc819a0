import { intervals } from '../../time/calendar.ts'
import { oneOf } from './columns.ts'

/**
 * Sums over blocks for the Metrics API. A scope is an EVM chain by its id, a network with
 * all its EVM chains, or `total`, both. Times are epoch seconds.
 */
export const metricsTables = `
-- What happened in an hour, day, week (from Monday) or month of UTC; without a block there is no row.
-- gas_prices is the sum over the transactions. max_tps and max_gps are of one block, by the seconds
-- since the block before. Active is who sent or received a transaction or token, a sender who sent
-- one. What begins with cumulative is of everything up to the end of the period. What begins with
-- last counts those who have not been active, or sent anything, since.
CREATE TABLE evm_period (
  scope TEXT NOT NULL,
  interval TEXT NOT NULL ${oneOf('interval', ...intervals)},
  start INTEGER NOT NULL,
  last_block_at INTEGER NOT NULL,
  tx_count INTEGER NOT NULL,
  gas_used TEXT NOT NULL,
  fees_paid TEXT NOT NULL,
  gas_prices TEXT NOT NULL,
  max_gas_price TEXT NOT NULL,
  max_tps REAL NOT NULL,
  max_gps REAL NOT NULL,
  active_addresses INTEGER NOT NULL,
  active_senders INTEGER NOT NULL,
  contracts INTEGER NOT NULL,
  deployers INTEGER NOT NULL,
  cumulative_txs INTEGER NOT NULL,
  cumulative_addresses INTEGER NOT NULL,
  cumulative_contracts INTEGER NOT NULL,
  cumulative_deployers INTEGER NOT NULL,
  last_addresses INTEGER NOT NULL,
  last_senders INTEGER NOT NULL,
  PRIMARY KEY (scope, interval, start)
) STRICT, WITHOUT ROWID;

-- When an address was last active, last sent something, last deployed a contract; NULL for never.
CREATE TABLE evm_last_active (
  scope TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  active_at INTEGER,
  sent_at INTEGER,
  deployed_at INTEGER,
  PRIMARY KEY (scope, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX evm_last_active_by_time ON evm_last_active (scope, active_at);
CREATE INDEX evm_last_active_by_sending ON evm_last_active (scope, sent_at);
CREATE INDEX evm_last_active_by_deployment ON evm_last_active (scope, deployed_at);

-- Interchain messages by their chains, at the time of sending, else of delivery.
CREATE TABLE icm_period (
  network TEXT NOT NULL,
  interval TEXT NOT NULL ${oneOf('interval', ...intervals)},
  start INTEGER NOT NULL,
  source_blockchain_id TEXT NOT NULL,
  destination_blockchain_id TEXT NOT NULL,
  messages INTEGER NOT NULL,
  PRIMARY KEY (network, interval, start, source_blockchain_id, destination_blockchain_id)
) STRICT, WITHOUT ROWID;
`
