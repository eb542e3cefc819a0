/** What the P- and X-chain count in, in an AVAX. */
export const nAvaxPerAvax = 1_000_000_000n

/** The C-chain counts finer: atomic transactions move whole nAVAX only. */
export const weiPerNAvax = 1_000_000_000n
