import { encodeCb58 } from '../formats/ids.ts'
import { memoizedTexts } from '../formats/memoized-texts.ts'

/** Maximum texts of a kind: more than the built-in world has, of some hundred bytes each. */
export const maxTexts = 20_000

/** Returns the CB58 of an id. */
export const idText = memoizedTexts(encodeCb58, maxTexts)
