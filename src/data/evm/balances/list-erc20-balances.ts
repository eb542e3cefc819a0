import { LiveErc20Balances } from '../../../../schemas/data/live-evm-details.ts'
import { listErc20Balances } from '../../../../schemas/data/token-balances.ts'
import { evmAddressPattern } from '../../../../schemas/scalars.ts'
import { badRequest, quoteInput } from '../../../http/response/errors.ts'
import { openPage } from '../../../http/rest/page.ts'
import { route } from '../../../http/rest/route.ts'
import { statement } from '../../../store/statement.ts'
import { type Erc20TokenRow, erc20TokenColumns, toErc20Contract } from '../contracts/erc20-token.ts'
import { findChain } from '../find-chain.ts'
import { imageUrl } from '../image-url.ts'
import { worthOf } from '../price.ts'
import { blockOf } from './block-of.ts'
import { nativeTokenBalance } from './native-balance.ts'

/**
 * `GET …/balances:listErc20`: the ERC-20 holdings of an address, ordered by the first appearance of
 * the contracts; 400 for a block that does not exist yet. G-105
 */
export const listErc20BalancesRoute = route(
  listErc20Balances,
  (world, { params: { address, ...params }, query }, { dialect }) => {
    const chain = findChain(world, params.chainId)
    const { chain_id: chainId } = chain
    const { currency, filterSpamTokens } = query
    const block = blockOf(world, chainId, query.blockNumber)
    const contracts = readContracts(query.contractAddresses)
    const filters = [
      ...[chainId, address.toLowerCase(), query.blockNumber, filterSpamTokens],
      contracts ?? undefined,
    ]
    const scope = { operation: listErc20Balances, filters, order: 'asc' as const }
    const page = openPage(world, scope, query)

    const found = world.all(selectHoldingsAfter, {
      ...{ chainId, holder: address, block, contracts },
      withSpam: filterSpamTokens ? 0 : 1,
      after: page.key,
      limit: page.limit,
    })
    const { rows, next } = page.cut(found, (row) => row.seq)
    return {
      ...next,
      nativeTokenBalance: nativeTokenBalance(world, chain, { address, block, currency }, dialect),
      erc20TokenBalances: rows.map((row) =>
        Object.assign(toErc20Contract({ ...row, logo_uri: imageUrl(world, row.logo_uri) }), {
          chainId,
          ...worthOf(world, { ...row, decimals: row.decimals ?? 0 }, currency, dialect),
          balance: row.balance,
          tokenReputation: row.reputation,
        }),
      ),
    }
  },
  { liveResponse: LiveErc20Balances },
)

const addressForm = new RegExp(evmAddressPattern)
const maxContracts = 64

/**
 * Returns the addresses of a list as JSON, unique, sorted, in lower case; null for no list. G-31
 */
function readContracts(text: string | undefined): string | null {
  if (text === undefined) return null
  const entries = text.split(',')
  if (entries.length > maxContracts)
    throw badRequest(
      `contractAddresses must hold at most ${maxContracts} entries, not ${entries.length}`,
    )
  for (const entry of entries)
    if (!addressForm.test(entry))
      throw badRequest(
        `contractAddresses must hold addresses of 0x and 40 hex digits, not ${quoteInput(entry)}`,
      )
  return JSON.stringify([...new Set(entries.map((entry) => entry.toLowerCase()))].sort())
}

interface Row extends Erc20TokenRow {
  seq: number
  balance: string
}

/** Steps through the contracts in which the holder ever had a balance. */
const selectHoldingsAfter = statement<
  {
    chainId: string
    holder: string
    block: number
    contracts: string | null
    withSpam: number
    after: number
    limit: number
  },
  Row
>(`
  WITH RECURSIVE held(seq) AS (
    SELECT min(contract_seq) FROM erc20_balance WHERE holder = :holder AND contract_seq > :after
    UNION ALL
    SELECT (SELECT min(contract_seq) FROM erc20_balance
            WHERE holder = :holder AND contract_seq > held.seq)
    FROM held WHERE held.seq IS NOT NULL
  )
  SELECT c.seq, ${erc20TokenColumns}, b.balance
  FROM held
  CROSS JOIN contract c ON c.seq = held.seq
  CROSS JOIN erc20_balance b ON b.contract_seq = c.seq AND b.holder = :holder
    AND b.block_number = (
      SELECT max(block_number) FROM erc20_balance
      WHERE contract_seq = c.seq AND holder = :holder AND block_number <= :block)
  WHERE c.chain_id = :chainId AND b.balance <> '0'
    AND (:withSpam OR c.reputation IS NOT 'Malicious')
    AND (:contracts IS NULL OR lower(c.address) IN (SELECT value FROM json_each(:contracts)))
  LIMIT :limit + 0`)
