/** Returns the index of a key in a list sorted by keys, or its insertion point. */
export function placeBySeq(sorted: readonly { readonly seq: number }[], seq: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.seq ?? seq) < seq) low = middle + 1
    else high = middle
  }
  return low
}
