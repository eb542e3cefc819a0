import { concatBytes } from '@noble/curves/utils.js'
import { boundedReadInParts } from '../../../evm/reads/bounded-read.ts'
import { wholeContractText } from '../../../evm/recognition/contract-text.ts'
import { selectorOf } from '../../../evm/recognition/selectors.ts'
import type { Surroundings } from '../../../evm/transaction.ts'
import { toHex } from '../../../formats/ids.ts'
import { wordOf } from '../../../formats/words.ts'
import type { InParts } from '../../../util/in-parts.ts'
import type { Contract } from '../contracts/contract-book.ts'

/** A token of a contract. */
export interface Token {
  readonly contract: Contract
  readonly id: bigint
}

/**
 * URIs of tokens, as their contracts return them: empty where a contract returns none, undefined
 * where it was not called.
 */
export interface TokenUris {
  of(token: Token): string | undefined
}

/** Gas of the call for one URI: contracts that return a picture need much. */
const gasOfToken = 1_000_000

/** Gas of all calls after a transaction. A transaction can mint thousands of tokens. G-341 */
const gasOfAll = 5_000_000

const selectors = {
  'ERC-721': selectorOf('tokenURI(uint256)'),
  'ERC-1155': selectorOf('uri(uint256)'),
}

/** Calls the contracts of tokens for the URIs, as far as the gas suffices. */
export function* readTokenUris(
  tokens: readonly Token[],
  surroundings: Surroundings,
): InParts<TokenUris> {
  const uris = new Map<string, string>()
  let left = gasOfAll
  for (const token of tokens) {
    if (left <= 0) break
    const { contract, id } = token
    const selector = selectors[contract.ercType === 'ERC-1155' ? 'ERC-1155' : 'ERC-721']
    const { output, gasUsed } = yield* boundedReadInParts(surroundings, {
      to: toHex(contract.address),
      data: concatBytes(selector, wordOf(id)),
      gas: gasOfToken,
    })
    left -= gasUsed
    uris.set(tokenText(token), (output && wholeContractText(output)) ?? '')
  }
  return { of: (token) => uris.get(tokenText(token)) }
}

/** Returns a text that no other token of the chain has. */
export const tokenText = ({ contract, id }: Token): string => `${contract.seq}/${id}`
