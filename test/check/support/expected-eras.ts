import {
  networkConstants,
  type UpgradeName,
  upgradeNames,
} from '../../../src/networks/constants.ts'

/** Values that have to occur, typed from the lists of the official clients. */
export interface ExpectedValues {
  readonly what: string
  /** Selects every `value` that does. */
  readonly sql: string
  readonly values: readonly (string | number)[]
}

/** Upgrades that changed what blocks or transactions of a chain look like. */
const upgradesOf: Readonly<Record<string, readonly UpgradeName[]>> = {
  P: [
    'apricotPhase3',
    'apricotPhase4',
    'apricotPhase5',
    'banff',
    'cortina',
    'durango',
    'etna',
    'granite',
  ],
  X: ['apricotPhase4', 'cortina', 'durango', 'granite'],
  C: upgradeNames,
}

const blockTimes = (network: string, chain: string) => `
  SELECT timestamp FROM primary_block
  WHERE network = '${network}' AND chain = '${chain}' AND height > 0
  UNION ALL SELECT timestamp FROM vertex WHERE network = '${network}' AND '${chain}' = 'X'`

/** Times between two upgrades: each has blocks, or vertices. */
export const eras = (['mainnet', 'fuji'] as const).flatMap((network) =>
  Object.entries(upgradesOf).map(([chain, names]): ExpectedValues => {
    const upgrades = names
      .map((name) => ({ name, time: Date.parse(networkConstants[network].upgrades[name]) / 1000 }))
      // On Fuji two upgrades became active at once.
      .filter(({ time }, index, all) => all[index + 1]?.time !== time)
    const era = upgrades.reduce(
      (text, { name, time }) => `CASE WHEN timestamp >= ${time} THEN '${name}' ELSE ${text} END`,
      "'genesis'",
    )
    return {
      what: `eras of the ${chain}-chain of ${network}`,
      sql: `SELECT DISTINCT ${era} AS value FROM (${blockTimes(network, chain)})`,
      values: ['genesis', ...upgrades.map(({ name }) => name)],
    }
  }),
)
