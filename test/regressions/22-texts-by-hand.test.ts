import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BaseReader } from '../../src/store/base-reader.ts'
import { openSmallBase, rowsOf } from '../simulator/evm/evm-base.ts'

let base: BaseReader
beforeAll(async () => {
  base = await openSmallBase()
})
afterAll(() => base.close())

const texts = () =>
  [
    'SELECT description AS text FROM contract',
    'SELECT description AS text FROM evm_chain',
    'SELECT token_description AS text FROM evm_chain',
    'SELECT description AS text FROM nft_token',
    'SELECT metadata_name AS text FROM nft_token',
    'SELECT attributes AS text FROM nft_token',
  ].flatMap((sql) =>
    rowsOf<{ text: string | null }>(base, sql).flatMap(({ text }) => (text === null ? [] : [text])),
  )

test('no text of the world is of filler words, Latin or of slogans', () => {
  const fillers =
    /\b(lorem|ipsum|dolor|amet|adipisci|conscendo|cunctatio|voluptas|tempora|oriented|object-based|multi-lateral|paradigm|synerg\w*)\b/i
  expect(texts().length).toBeGreaterThan(100)
  expect(texts().filter((text) => fillers.test(text))).toEqual([])
})

test('the words of descriptions are few, since people wrote them', () => {
  const words = texts().flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])
  // Generated texts of so many tokens had three thousand.
  expect(new Set(words).size).toBeLessThan(700)
})

test('a published token says what it is', () => {
  expect(
    rowsOf(
      base,
      `SELECT description, (SELECT group_concat(tag) FROM contract_tag t
       WHERE t.contract_seq = c.seq) AS tags FROM contract c
       WHERE chain_id = '43114' AND symbol = 'USDC'`,
    ),
  ).toEqual([
    {
      description: 'A stablecoin that is meant to be worth one US dollar.',
      tags: 'stablecoin,defi',
    },
  ])
})

test('kinds of an ERC-1155 contract and tokens of a collection are its declared items', () => {
  const names = (symbol: string) =>
    rowsOf<{ name: string }>(
      base,
      `SELECT DISTINCT metadata_name AS name FROM nft_token t JOIN contract c ON c.seq = contract_seq
       WHERE symbol = '${symbol}' AND metadata_name IS NOT NULL`,
    ).map(({ name }) => name)
  expect(names('WINTER').length).toBeGreaterThan(2)
  for (const name of names('WINTER')) expect(name).toMatch(/^[A-Z][A-Za-z ]+$/)
  expect(names('GLOBE').length).toBeGreaterThan(2)
  for (const name of names('GLOBE'))
    expect(name).toMatch(
      /^(Mountain Hut|Night Train|Frozen Lake|Old Harbour|Lone Pine|Town Square) #\d+$/,
    )
})
