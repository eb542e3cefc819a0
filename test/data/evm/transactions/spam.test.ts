import { expect, test } from 'vitest'
import { openPrivateWorld } from '../../../fields/support/private-world.ts'

interface Listed {
  transactions: { nativeTransaction: { txHash: string }; erc20Transfers?: object[] }[]
}

test('a transaction of one’s own is listed without the malicious tokens that moved in it', async () => {
  const world = await openPrivateWorld()
  const { hash, sender, contract } = world.pick(
    `SELECT t.hash, t.sender, x.contract_seq AS contract
     FROM erc20_transfer x JOIN evm_transaction t ON t.seq = x.tx_seq JOIN contract c ON c.seq = x.contract_seq
     WHERE t.chain_id = '43114' AND x.sender = t.sender AND c.reputation IS NULL
       AND (SELECT count(*) FROM erc20_transfer o WHERE o.tx_seq = x.tx_seq) = 1
     ORDER BY x.seq DESC`,
    {},
  )
  const transfersOf = async (filterSpamTokens: boolean) => {
    const url = `/v2/chains/43114/addresses/${sender}/transactions?pageSize=100&filterSpamTokens=${filterSpamTokens}`
    const { transactions } = (await world.ask({ of: 'listTransactionsV2' }, 'live', url)) as Listed
    return transactions.find(({ nativeTransaction: { txHash } }) => txHash === hash)?.erc20Transfers
  }
  expect(await transfersOf(true)).toHaveLength(1)
  world.run("UPDATE contract SET reputation = 'Malicious' WHERE seq = :contract", {
    contract: contract ?? null,
  })
  expect(await transfersOf(true)).toBeUndefined()
  expect(await transfersOf(false)).toHaveLength(1)
  await world.close()
})
