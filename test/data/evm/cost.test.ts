import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import '../../../src/data/evm/chains/get-chain.ts'
import '../../../src/data/evm/contracts/get-collection-token.ts'
import '../../../src/data/evm/contracts/get-contract.ts'
import '../../../src/data/evm/blocks/get-evm-block.ts'
import '../../../src/data/evm/balances/get-native-balance.ts'
import '../../../src/data/evm/balances/list-collectible-balances.ts'
import '../../../src/data/evm/contracts/list-collection-tokens.ts'
import '../../../src/data/evm/contracts/list-deployments.ts'
import '../../../src/data/evm/transfers/list-erc20-transfers.ts'
import '../../../src/data/evm/balances/list-erc721-balances.ts'
import '../../../src/data/evm/transfers/list-erc721-transfers.ts'
import '../../../src/data/evm/transfers/list-erc1155-transfers.ts'
import '../../../src/data/evm/blocks/list-evm-blocks.ts'
import '../../../src/data/evm/transfers/list-native-transactions.ts'
import '../../../src/data/icm/get-icm-message.ts'
import '../../../src/data/icm/list-icm-messages.ts'
import { declaredStatements } from '../../../src/store/statement.ts'
import { tables } from '../../../src/store/tables.ts'

test('every statement finds its rows by key: none reads a whole table or sorts', () => {
  const db = new Database(':memory:')
  db.exec(tables)
  const costly = declaredStatements().flatMap(({ sql }) => {
    const plan = db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/:\w+/g, '1')}`)
      .all()
    return (
      plan
        // A virtual table is the list that the request itself brings.
        .filter(({ detail }) => /^SCAN (?!\w+ VIRTUAL TABLE)|TEMP B-TREE/.test(detail))
        .map(({ detail }) => `${detail}:${sql}`)
    )
  })
  db.close()
  expect(declaredStatements().length).toBeGreaterThan(20)
  expect(costly).toEqual([])
})
