import { signatureHash } from '../../../formats/evm/abi.ts'
import { toHex } from '../../../formats/ids.ts'
import { numberOfWord } from '../../../formats/words.ts'

/** Errors of the contracts of the world whose arguments are single words. */
const signatures = [
  'ERC20InsufficientBalance(address,uint256,uint256)',
  'ERC20InsufficientAllowance(address,uint256,uint256)',
  'ERC20InvalidReceiver(address)',
  'ERC20InvalidSender(address)',
  'ERC20InvalidApprover(address)',
  'ERC20InvalidSpender(address)',
  'ERC721InvalidOwner(address)',
  'ERC721NonexistentToken(uint256)',
  'ERC721IncorrectOwner(address,uint256,address)',
  'ERC721InvalidSender(address)',
  'ERC721InvalidReceiver(address)',
  'ERC721InsufficientApproval(address,uint256)',
  'ERC1155InsufficientBalance(address,uint256,uint256,uint256)',
  'ERC1155InvalidReceiver(address)',
  'ERC1155MissingApprovalForAll(address,address)',
  'ERC1155InvalidArrayLength(uint256,uint256)',
  'SafeERC20FailedOperation(address)',
  'EnforcedPause()',
  'OnlyOwnerMints(address)',
  'OnlyOwnerPauses(address)',
  'OnlyOwnerSetsRates(address)',
  'DifferentValue(uint256,uint256)',
  'DifferentLengths(uint256,uint256)',
  'PathWithoutTwoTokens(uint256)',
  'NoRate(address)',
  'Expired(uint256,uint256)',
  'InsufficientOutput(uint256,uint256)',
  'Panic(uint256)',
]

/** Texts of errors with their arguments, by selector in hex. */
export const knownErrors: ReadonlyMap<string, (data: Uint8Array) => string> = new Map(
  signatures.map((signature) => [
    toHex(signatureHash(signature).subarray(0, 4)),
    (data) => withArguments(signature, data),
  ]),
)

function withArguments(signature: string, data: Uint8Array): string {
  const [name = '', list = ''] = signature.slice(0, -1).split('(')
  const values = list
    .split(',')
    .filter((type) => type !== '')
    .map((type, place) => {
      const word = data.subarray(32 * place, 32 * place + 32)
      return type === 'address' ? toHex(word.subarray(12)) : String(numberOfWord(word))
    })
  return `${name}(${values.join(', ')})`
}
