// Rows of EVM chains to be broken.

/** A transaction, and its hash. */
export const transaction = (where = '1') =>
  `SELECT seq, hash AS id FROM evm_transaction WHERE ${where} LIMIT 1`

/** Changes the transaction that was picked. */
export const setTransaction = (values: string) =>
  `UPDATE evm_transaction SET ${values} WHERE seq = :seq`

/** A transfer or a call, and the hash of the transaction that it is in. */
export const transfer = (table: string) =>
  `SELECT x.seq, t.hash AS id FROM ${table} x JOIN evm_transaction t ON t.seq = x.tx_seq LIMIT 1`

/** Whom no world knows. */
export const deadAddress = '0x000000000000000000000000000000000000dEaD'
