/** Largest sum that the node returns. */
export const maxSum = 2n ** 64n - 1n

/** Sums of amounts by asset, in the asset's smallest unit; as in the node, at most 2^64-1. */
export class AssetSums {
  readonly #sums = new Map<string, bigint>()

  add(assetId: string, amount: bigint): void {
    const sum = (this.#sums.get(assetId) ?? 0n) + amount
    this.#sums.set(assetId, sum > maxSum ? maxSum : sum)
  }

  /** Returns the sum of an asset as decimal text. */
  of(assetId: string): string {
    return String(this.#sums.get(assetId) ?? 0n)
  }

  /** Returns the sums by asset id, sorted by id, as Go writes maps. */
  byAsset(): Record<string, string> {
    const sorted = [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries(sorted.map(([assetId, sum]) => [assetId, String(sum)]))
  }
}
