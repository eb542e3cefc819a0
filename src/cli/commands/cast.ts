import type { WorldCast } from '../../../schemas/control/cast.ts'
import type { Config } from '../../config/config.ts'
import { castOf } from '../../control/cast/cast-list.ts'
import { worldDefinition } from '../../definition/world-definition.ts'
import { openConfiguredBase } from '../../world/base-cache/configured-base.ts'
import { exitCodes } from '../exit-codes.ts'
import { print } from '../output.ts'
import { progressBar } from '../progress-bar.ts'
import { exitOnSignal } from '../signals.ts'

/** Prints the cast of the world, which is built first when the cache has none. */
export async function printCast(config: Config, { json }: { json: boolean }): Promise<number> {
  const definition = await worldDefinition(config.definition, config.size)
  const { base } = await exitOnSignal(exitCodes.failed, () =>
    openConfiguredBase(config, progressBar()),
  )
  try {
    const builtIn = await worldDefinition(undefined)
    const cast = castOf(definition, { size: config.size, builtIn, base, now: base.meta.now })
    await print(json ? `${JSON.stringify(cast, null, 2)}\n` : castText(cast))
    return exitCodes.stopped
  } finally {
    base.close()
  }
}

/** Formats a table for each kind of object, for people. */
function castText({ members, nodes, contracts, subnets }: WorldCast): string {
  const kinds = {
    'Members: EVM chains, P- and X-chain of mainnet, of fuji, secret key of those that are public':
      members.map(({ name, evm, mainnet, fuji, privateKey }) => [
        name,
        evm ?? '',
        mainnet ?? '',
        fuji ?? '',
        privateKey ?? '',
      ]),
    'Nodes: mainnet, fuji': nodes.map(({ name, mainnet, fuji }) => [name, mainnet, fuji]),
    'Contracts: chain, address, type, symbol, name': contracts.map(
      ({ chainId, address, ercType, symbol, name }) => [
        chainId,
        address,
        ercType,
        symbol ?? '',
        name ?? '',
      ],
    ),
    'Subnets and L1s: network, id, its chains with their ids': subnets.map(
      ({ network, subnetId, isL1, chains }) => [
        isL1 ? 'L1' : 'subnet',
        network,
        subnetId,
        chains.map(({ name, blockchainId }) => `${name} ${blockchainId}`).join(', '),
      ],
    ),
  }
  return Object.entries(kinds)
    .map(([title, rows]) => `${title}\n${table(rows)}\n`)
    .join('\n')
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
    )
    .join('\n')
}
