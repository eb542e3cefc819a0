import type { Action, Actors } from './actors.ts'
import { callContract } from './calls.ts'
import { approveErc20, mintErc20, transferErc20 } from './erc20.ts'
import { burnErc721, mintErc721, transferErc721 } from './erc721.ts'
import { mintErc1155, transferErc1155, transferErc1155Batch } from './erc1155.ts'
import { addLiquidity, swap } from './exchange.ts'
import { fail } from './failures.ts'
import { transferNative } from './native.ts'
import { unwrap, wrap } from './wrapped.ts'

/** Frequency of each action in percent. */
const shares: readonly (readonly [share: number, action: (actors: Actors) => Action])[] = [
  [30, transferNative],
  [6, mintErc20],
  [16, transferErc20],
  [4, approveErc20],
  [5, wrap],
  [3, unwrap],
  [2, addLiquidity],
  [5, swap],
  [8, mintErc721],
  [5, transferErc721],
  [1, burnErc721],
  [4, mintErc1155],
  [3, transferErc1155],
  [1, transferErc1155Batch],
  [4, callContract],
  [3, fail],
]

/** Background actions of a chain. */
export interface BackgroundActions {
  /**
   * Performs a kind of action for the first time, so that the protagonist performs each kind early.
   */
  readonly first: Action
  /** Performs one action of a kind that is possible now. */
  readonly any: Action
}

export function backgroundActions(actors: Actors): BackgroundActions {
  const done = actors.slotOf<readonly number[]>('first actions')
  const kinds = shares.map(([share, create]) => ({ share, act: create(actors) }))
  const lots = kinds.flatMap(({ share, act }) => Array.from({ length: share }, () => act))
  return {
    first(block, actor) {
      const before = done.get('kinds') ?? []
      if (before.length === kinds.length) return false
      const kind = kinds.findIndex(({ act }, index) => !before.includes(index) && act(block, actor))
      if (kind >= 0) done.set('kinds', [...before, kind])
      return kind >= 0
    },
    any(block, actor) {
      const random = block.random('activity')
      // A few kinds are tried: not every account has tokens to give.
      return [0, 1, 2].some(() => random.pick(lots)(block, actor))
    },
  }
}
