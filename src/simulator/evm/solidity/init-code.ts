import { concatBytes } from '@noble/curves/utils.js'
import {
  type AbiFields,
  type AbiRecord,
  address,
  array,
  encodeAbi,
  tuple,
  uint,
  uint256,
} from '../../../formats/evm/abi.ts'
import { fromHex } from '../../../formats/ids.ts'
import { string } from '../contracts/contract-interfaces.ts'
import { type ContractName, creationCode } from './compiled/creation-code.ts'

const named = { name: string }
const collection = { name: string, symbol: string }

/** Arguments of the constructors. */
const constructors = {
  /** ERC-20 whose deployer mints and gets `supply` smallest units. */
  Token: { name: string, symbol: string, decimals: uint(8), supply: uint256 },
  WrappedNativeToken: { name: string, symbol: string, decimals: uint(8) },
  /** ERC-721. */
  Collection: collection,
  /** ERC-1155. */
  MultiCollection: collection,
  CollectionFactory: named,
  /** Its deployer sets the rates. */
  Exchange: named,
  /** Its deployer pauses it. */
  Mailbox: named,
  PlainContract: named,
  /** Its reverts have texts of our own. G-313 */
  TeleporterMessenger: {},
  TeleporterRegistry: { entries: array(tuple({ version: uint256, protocolAddress: address })) },
  Multicall3: {},
} satisfies Record<ContractName, AbiFields>

/** Arguments of a contract's constructor. */
export type ConstructorArguments<Name extends ContractName> = AbiRecord<(typeof constructors)[Name]>

/** Returns the init code of a contract: the data of the transaction that creates it. */
export function initCodeFor<Name extends ContractName>(
  contract: Name,
  values: ConstructorArguments<Name>,
): Uint8Array {
  const fields: AbiFields = constructors[contract]
  return concatBytes(fromHex(creationCode[contract]), encodeAbi(tuple(fields), values))
}
