import { graniteFields } from '../../../../schemas/data/evm-blocks.ts'
import { corethHeader, subnetEvmHeader } from '../../../formats/evm/headers.ts'
import { decodeRlp } from '../../../formats/evm/rlp.ts'
import type { Dialect } from '../../../http/request/dialect.ts'
import { primaryNetworkId } from '../../../networks/constants.ts'
import { statement } from '../../../store/statement.ts'
import type { World } from '../../../world/world.ts'
import type { EvmChainRow } from '../find-chain.ts'

/** What headers carry since Granite; nothing of earlier blocks. */
export interface GraniteFields {
  blockTimestampMilliseconds?: number
  blockMinDelayExcess?: number
}

/** What of them token transfers show. */
export const millisecondsOf = ({
  blockMinDelayExcess,
  ...milliseconds
}: GraniteFields): Omit<GraniteFields, 'blockMinDelayExcess'> => milliseconds

/** The fields of the blocks of one chain by number, out of their headers. */
export type GraniteFieldsOf = (blockNumber: number) => GraniteFields

/**
 * Reads the headers of blocks, where the dialect shows what they carry since Granite.
 * @param blockNumbers is asked only there
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
