/** nAVAX in one AVAX; the P- and X-chain count in nAVAX. */
export const nAvaxPerAvax = 1_000_000_000n

/** Wei in one nAVAX. The C-chain counts in wei, but atomic transactions move whole nAVAX only. */
export const weiPerNAvax = 1_000_000_000n
