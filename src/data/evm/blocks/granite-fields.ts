import { graniteFields } from '../../../../schemas/data/evm-blocks.ts'
import { corethHeader, subnetEvmHeader } from '../../../formats/evm/headers.ts'
import { decodeRlp } from '../../../formats/evm/rlp.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import type { EvmChainRow } from '../find-chain.ts'

/** Header fields since Granite; empty for earlier blocks. */
export interface GraniteFields {
  blockTimestampMilliseconds?: number
  blockMinDelayExcess?: number
}

/** Returns the Granite fields that token transfers show. */
export const millisecondsOf = ({
  blockMinDelayExcess,
  ...milliseconds
}: GraniteFields): Omit<GraniteFields, 'blockMinDelayExcess'> => milliseconds

/** Function that returns the Granite fields of a block of one chain by its number. */
export type GraniteFieldsOf = (blockNumber: number) => GraniteFields

/**
 * Reads the Granite fields from the headers of blocks, if the dialect shows them.
 * @param blockNumbers called only in that case
 */
export function readGraniteFields(
  world: World,
  chain: EvmChainRow,
  blockNumbers: () => readonly number[],
  dialect: Dialect,
): GraniteFieldsOf {
  if (!graniteFields.in(dialect)) return () => ({})
  const numbers = JSON.stringify([...new Set(blockNumbers())])
  const headers = world.all(selectHeaders, { chainId: chain.chain_id, numbers })
  const headerType = chain.subnet_id === primaryNetworkId ? corethHeader : subnetEvmHeader
  const fields = new Map(
    headers.map(({ number, header }) => [number, toGraniteFields(decodeRlp(headerType, header))]),
  )
  return (blockNumber) => fields.get(blockNumber) ?? {}
}

const toGraniteFields = (header: {
  timestampMilliseconds?: bigint
  minDelayExcess?: bigint
}): GraniteFields => ({
  ...(header.timestampMilliseconds !== undefined && {
    blockTimestampMilliseconds: Number(header.timestampMilliseconds),
  }),
  ...(header.minDelayExcess !== undefined && {
    blockMinDelayExcess: Number(header.minDelayExcess),
  }),
})

const selectHeaders = statement<
  { chainId: string; numbers: string },
  { number: number; header: Uint8Array }
>(`
  SELECT number, header
  FROM json_each(:numbers) AS asked
  CROSS JOIN evm_block ON chain_id = :chainId AND number = asked.value`)
