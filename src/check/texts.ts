import { encodeCb58 } from '../formats/ids.ts'
import { keptTexts } from '../formats/kept-texts.ts'

/** Texts of a kind: more than the built-in world has, of some hundred bytes each. */
export const mostTexts = 20_000

/** CB58 of an id. */
export const idText = keptTexts(encodeCb58, mostTexts)
