import type { Breakage } from './breakage.ts'
import { deadAddress, transfer } from './evm-rows.ts'

/** Breakages of contracts, tokens and their prices. */
export const evmContractBreakages: readonly Breakage[] = [
  {
    rule: 'evm-execution',
    pick: `SELECT c.seq, t.hash AS id FROM contract c JOIN evm_transaction t
           ON t.seq = c.deployment_tx WHERE deployer_contract IS NULL LIMIT 1`,
    change: `UPDATE contract SET address = '${deadAddress}' WHERE seq = :seq`,
  },
  {
    rule: 'evm-execution',
    pick: `SELECT c.seq, t.hash AS id FROM contract c JOIN evm_transaction t
           ON t.seq = c.deployment_tx WHERE deployer_contract IS NOT NULL LIMIT 1`,
    change: `UPDATE contract SET deployer_contract = '${deadAddress}' WHERE seq = :seq`,
  },
  {
    rule: 'erc20-transfers',
    pick: transfer('erc20_transfer'),
    change: "UPDATE erc20_transfer SET value = '1' WHERE seq = :seq",
  },
  {
    rule: 'erc20-transfers',
    pick: transfer('erc20_transfer'),
    change: 'DELETE FROM erc20_activity WHERE seq = :seq',
  },
  {
    rule: 'erc721-transfers',
    pick: transfer('erc721_transfer'),
    change: 'DELETE FROM erc721_transfer WHERE seq = :seq',
  },
  {
    rule: 'erc721-transfers',
    pick: transfer('erc721_transfer'),
    change: 'UPDATE erc721_transfer SET contract_seq = contract_seq + 1 WHERE seq = :seq',
  },
  {
    rule: 'erc1155-transfers',
    pick: transfer('erc1155_transfer'),
    change: `UPDATE erc1155_transfer SET recipient = '${deadAddress}' WHERE seq = :seq`,
  },
  {
    rule: 'erc20-balances',
    pick: `SELECT b.contract_seq, b.block_number, k.hash AS id FROM erc20_balance b
           JOIN contract c ON c.seq = b.contract_seq
           JOIN evm_block k ON k.chain_id = c.chain_id AND k.number = b.block_number LIMIT 1`,
    change: `UPDATE erc20_balance SET balance = '1'
             WHERE contract_seq = :contract_seq AND block_number = :block_number`,
  },
  {
    rule: 'nft-balances',
    pick: 'SELECT seq, chain_id AS id FROM nft_balance LIMIT 1',
    change: `UPDATE nft_balance SET holder = '${deadAddress}' WHERE seq = :seq`,
  },
  {
    rule: 'nft-tokens',
    pick: `SELECT n.seq, c.address AS id FROM nft_token n JOIN contract c ON c.seq = n.contract_seq
           LIMIT 1`,
    change: "UPDATE nft_token SET token_id = '987654321' WHERE seq = :seq",
  },
  {
    rule: 'prices',
    pick: `SELECT contract, '${deadAddress}' AS id FROM token_price WHERE contract <> '' LIMIT 1`,
    change: `UPDATE token_price SET contract = '${deadAddress}' WHERE contract = :contract`,
  },
]
