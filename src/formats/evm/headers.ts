import { keccak256 } from '../keccak.ts'
import {
  address,
  bytes,
  encodeRlp,
  fixedBytes,
  hash,
  type RlpValue,
  recordWithTail,
  uint64,
  uint256,
} from './rlp.ts'

/** The 15 fields of Ethereum before the base fee. Gas in units, timestamp in seconds. */
const ethereumFields = {
  parentHash: hash,
  sha3Uncles: hash,
  miner: address,
  stateRoot: hash,
  transactionsRoot: hash,
  receiptsRoot: hash,
  logsBloom: fixedBytes(256),
  difficulty: uint256,
  number: uint256,
  gasLimit: uint64,
  gasUsed: uint64,
  timestamp: uint64,
  extraData: bytes,
  mixHash: hash,
  nonce: fixedBytes(8),
}

/** Cancun and Granite fields, the same on the C-chain and on L1s. */
const recentFields = {
  /** Etna: the next three are 0, 0 and the zero hash. */
  blobGasUsed: uint64,
  excessBlobGas: uint64,
  parentBeaconBlockRoot: hash,
  /** Granite: the next two. */
  timestampMilliseconds: uint64,
  minDelayExcess: uint64,
}

/** C-chain header. Each optional field is marked with the first upgrade whose blocks carry it. */
export const corethHeader = recordWithTail(
  { ...ethereumFields, extDataHash: hash },
  {
    /** Apricot 3, wei. */
    baseFeePerGas: uint256,
    /** Apricot 4: the next two. */
    extDataGasUsed: uint256,
    blockGasCost: uint256,
    ...recentFields,
  },
)

/** Header of an L1 or subnet that runs subnet-evm. */
export const subnetEvmHeader = recordWithTail(ethereumFields, {
  baseFeePerGas: uint256,
  blockGasCost: uint256,
  ...recentFields,
})

/** Fields of a C-chain header (coreth), later upgrades' fields optional. */
export type CorethHeader = RlpValue<typeof corethHeader>

/** Fields of a subnet-evm header, later upgrades' fields optional. */
export type SubnetEvmHeader = RlpValue<typeof subnetEvmHeader>

/** keccak256 of the RLP of no uncles, `sha3Uncles` of every Avalanche block. */
export const EMPTY_UNCLES_HASH = keccak256(Uint8Array.of(0xc0))

/** Address that receives (burns) the fees of the C-chain, `miner` of its blocks. */
export const BLACKHOLE_ADDRESS = Uint8Array.of(1, ...new Uint8Array(19))

/** `minDelayExcess` of the first Granite block (ACP-226): a minimum delay of 2 seconds. */
export const INITIAL_MIN_DELAY_EXCESS = 7_970_124n

/** Returns the block hash, 32 bytes; throws FormatError when a field does not fit its type. */
export function corethBlockHash(header: CorethHeader): Uint8Array {
  return keccak256(encodeRlp(corethHeader, header))
}

/** Returns the block hash, 32 bytes; throws FormatError when a field does not fit its type. */
export function subnetEvmBlockHash(header: SubnetEvmHeader): Uint8Array {
  return keccak256(encodeRlp(subnetEvmHeader, header))
}
