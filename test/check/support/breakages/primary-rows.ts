// Rows of the primary networks to be broken.

/** A transaction, and its id. */
export const transaction = (where: string) =>
  `SELECT seq, tx_id AS id FROM primary_transaction t WHERE ${where} ORDER BY seq LIMIT 1`

/** Changes the transaction that was picked. */
export const setTransaction = (values: string) =>
  `UPDATE primary_transaction SET ${values} WHERE seq = :seq`

/** A block, and its id. */
export const block = (where: string) =>
  `SELECT seq, block_id AS id FROM primary_block WHERE ${where} ORDER BY seq LIMIT 1`

/** Changes the block that was picked. */
export const setBlock = (values: string) => `UPDATE primary_block SET ${values} WHERE seq = :seq`

/** A container of an index, and its id. */
export const container = (where: string) =>
  `SELECT network, chain, kind, position, id FROM container WHERE ${where} ORDER BY position LIMIT 1`

/** The container that was picked. */
export const thisContainer =
  'WHERE network = :network AND chain = :chain AND kind = :kind AND position = :position'

/** Changes the output that was picked. */
export const setUtxo = (values: string) => `UPDATE utxo SET ${values} WHERE seq = :seq`
