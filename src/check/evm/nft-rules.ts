import { toHex } from '../../formats/ids.ts'
import { statement } from '../../store/statement.ts'
import { groupBy } from '../../util/grouping.ts'
import { listDifference } from '../compare.ts'
import { perWorld } from '../per-world.ts'
import type { CheckedWorld, Rule } from '../rule.ts'
import { contracts, idsOfContract } from './contracts.ts'
import { evmChains } from './evm-chains.ts'
import { type Transfer, transfers } from './transfers.ts'

const zeroAddress = toHex(new Uint8Array(20))

/** Returns transfers of NFTs, in the order of their transactions. */
const moves = perWorld((world) => transfers(world).filter(({ tokenId }) => tokenId !== undefined))

/** Holders and amounts of NFTs follow from transfers, in the order of acquisition. */
export const nftBalances: Rule = {
  name: 'nft-balances',
  check(world, findings) {
    const rows = groupBy(world.all(selectHoldings, {}), ({ chain_id }) => chain_id)
    findings.each(
      evmChains(world),
      ({ chain_id }) => [chain_id],
      function* ({ chain_id }) {
        const holdings = holdingsOn(world, chain_id)
        yield* listDifference(
          'holding',
          (rows.get(chain_id) ?? []).map(
            (row) =>
              `${row.contract_seq} ${row.erc_type} ${row.token_id} ${row.holder.toLowerCase()} ${row.balance}`,
          ),
          [...holdings].map(([key, balance]) => `${key} ${balance}`),
        )
      },
    )
  },
}

/** The tokens of a collection are the minted ones, in that order, and once each. */
export const nftTokens: Rule = {
  name: 'nft-tokens',
  check(world, findings) {
    const rows = groupBy(world.all(selectTokens, {}), ({ contract_seq }) => contract_seq)
    const ofContract = groupBy(moves(world), ({ contract }) => contract.seq)
    const collections = contracts(world).filter(({ erc_type }) =>
      ['ERC-721', 'ERC-1155'].includes(erc_type),
    )
    findings.each(collections, idsOfContract, function* ({ seq, erc_type, is_background }) {
      const list = ofContract.get(seq) ?? []
      const firsts = new Map<string, Transfer>()
      for (const move of list)
        if (!firsts.has(String(move.tokenId))) firsts.set(String(move.tokenId), move)
      const found = (rows.get(seq) ?? []).map(({ token_id }) => token_id)
      yield* listDifference('token', found, [...firsts.keys()])
      if (is_background === 0) return
      for (const [id, { from }] of firsts)
        if (from !== zeroAddress) yield `token ${id} is moved before it is minted`
      const minted = list.filter(({ from }) => from === zeroAddress).map(({ tokenId }) => tokenId)
      if (erc_type === 'ERC-721' && new Set(minted).size < minted.length)
        yield 'mints the same token twice'
    })
  },
}

function holdingsOn(world: CheckedWorld, chainId: string): Map<string, bigint> {
  const holdings = new Map<string, bigint>()
  const owners = new Map<string, string>()
  const set = (key: string, balance: bigint) => {
    // A holder that gives all away and gets some again comes last in the list.
    if (balance <= 0n) holdings.delete(key)
    else holdings.set(key, balance > maxWord ? maxWord : balance)
  }
  for (const { contract, tokenId, from, to, value } of moves(world)) {
    if (contract.chain_id !== chainId) continue
    const token = `${contract.seq} ${contract.erc_type} ${tokenId}`
    if (contract.erc_type === 'ERC-721') {
      // The latest log names the owner, no matter who had the token.
      const owner = owners.get(token)
      if (owner !== undefined && owner !== to) set(`${token} ${owner}`, 0n)
      if (to === zeroAddress) owners.delete(token)
      else owners.set(token, to)
      if (to !== zeroAddress && owner !== to) set(`${token} ${to}`, 1n)
      continue
    }
    const balance = (holder: string) => holdings.get(`${token} ${holder}`) ?? 0n
    if (from !== zeroAddress) set(`${token} ${from}`, balance(from) - value)
    if (to !== zeroAddress) set(`${token} ${to}`, balance(to) + value)
  }
  return holdings
}

const maxWord = 2n ** 256n - 1n

const selectHoldings = statement<
  Record<string, never>,
  {
    chain_id: string
    contract_seq: number
    erc_type: string
    token_id: string
    holder: string
    balance: string
  }
>(`SELECT chain_id, b.contract_seq, erc_type, token_id, holder, balance
   FROM nft_balance b JOIN nft_token n ON n.seq = b.token_seq ORDER BY b.seq`)

const selectTokens = statement<Record<string, never>, { contract_seq: number; token_id: string }>(
  'SELECT contract_seq, token_id FROM nft_token ORDER BY seq',
)
