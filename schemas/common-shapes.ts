import { type Static, Type } from '@sinclair/typebox'
import { networks } from '../src/networks/network.ts'
import { chainNames } from '../src/networks/primary-chain.ts'
import { quirk } from './quirk.ts'
import { CurrencyCode, DecimalFraction, DecimalString, EpochSeconds, oneOf } from './scalars.ts'

/** Primary-network chain of a response; the network is never `testnet`. Section 2.1. */
export const ChainInfo = Type.Object(
  {
    chainName: oneOf(Object.values(chainNames)),
    network: oneOf(networks),
  },
  { $id: 'ChainInfo' },
)
export type ChainInfo = Static<typeof ChainInfo>

/** Amount of one asset in its smallest unit. Section 2.1. */
export const AssetAmount = Type.Object(
  {
    assetId: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    denomination: Type.Integer({ minimum: 0, description: 'Decimal places of the asset.' }),
    type: oneOf(['secp256k1', 'nft']),
    amount: DecimalString,
  },
  { $id: 'AssetAmount' },
)
export type AssetAmount = Static<typeof AssetAmount>

/** Owners of a subnet: any `threshold` of the addresses, from `locktime` on. Section 2.1. */
export const OwnerInfo = Type.Object(
  {
    locktime: EpochSeconds,
    threshold: Type.Integer({ minimum: 0 }),
    addresses: Type.Array(Type.String()),
  },
  { $id: 'OwnerInfo' },
)
export type OwnerInfo = Static<typeof OwnerInfo>

/** Owners of an L1 validator's balance, or of the right to disable it. Section 2.1. */
export const Owner = Type.Object(
  { addresses: Type.Array(Type.String()), threshold: Type.Integer({ minimum: 0 }) },
  { $id: 'Owner' },
)
export type Owner = Static<typeof Owner>

/** Value in a currency. Section 2.1. */
export const Price = Type.Object(
  { currencyCode: CurrencyCode, value: DecimalFraction },
  { $id: 'Price' },
)
export type Price = Static<typeof Price>

/** Whether the value of a Price is a number. */
export const pricesAreNumbers = quirk(
  {
    name: 'value of a Price',
    section: '2.1',
    documented: 'Decimal text',
    live: 'Number',
  },
  { documented: false, live: true },
)

/**
 * Sender or receiver; fields besides the address exist only for known token contracts. Section 2.1.
 */
export const AddressInfo = Type.Object(
  {
    name: Type.Optional(Type.String()),
    symbol: Type.Optional(Type.String()),
    decimals: Type.Optional(Type.Integer({ minimum: 0 })),
    logoUri: Type.Optional(Type.String()),
    address: Type.String(),
  },
  { $id: 'AddressInfo' },
)
export type AddressInfo = Static<typeof AddressInfo>

/** The contract that manages the validators of an L1. Section 2.1. */
export const L1ValidatorManagerDetails = Type.Object(
  { blockchainId: Type.String(), contractAddress: Type.String() },
  { $id: 'L1ValidatorManagerDetails' },
)
export type L1ValidatorManagerDetails = Static<typeof L1ValidatorManagerDetails>

/** BLS public key and its proof of possession, hex. Section 2.1. */
export const BlsCredentials = Type.Object(
  { publicKey: Type.String(), proofOfPossession: Type.String() },
  { $id: 'BlsCredentials' },
)
export type BlsCredentials = Static<typeof BlsCredentials>
