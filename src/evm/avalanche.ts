import { toHex } from '../formats/ids.ts'
import { warpPrecompile } from '../formats/warp.ts'
import { type UpgradeName, upgradeNames } from '../networks/constants.ts'
import { type EthereumFork, ethereumRules, type Rules } from './forks.ts'
import { precompileAddress } from './precompiles/ethereum.ts'
import {
  deprecatedContract,
  nativeAssetBalance,
  nativeAssetCall,
} from './precompiles/native-assets.ts'
import { p256Verification } from './precompiles/p256.ts'
import type { Precompile } from './precompiles/precompile.ts'
import { durangoWarpGas, graniteWarpGas, warpContract } from './precompiles/warp.ts'

/** Kind of an EVM chain: the C-chain (coreth) or an L1 (subnet-evm). */
export type EvmChainKind = 'c-chain' | 'l1'

/** Latest upgrade that is active; `launch` is before the first one. */
export type Era = UpgradeName | 'launch'

/** Epoch seconds since when a transaction that delegates to a stateful precompile is invalid. */
const delegationEnds = 1_754_107_200n

const isSince = (era: Era, upgrade: UpgradeName) =>
  era !== 'launch' && upgradeNames.indexOf(era) >= upgradeNames.indexOf(upgrade)

const made = new Map<string, Rules>()

/**
 * Returns the rules of a chain in an era. Both kinds have no refunds since Apricot 1, and their
 * coinbase, which burns, gets the base fee too. Source: coreth and subnet-evm.
 */
export function avalancheRules(kind: EvmChainKind, era: Era): Rules {
  const name = `${kind} since ${era}`
  const before = made.get(name)
  if (before) return before
  const ethereum = ethereumRules(forkOf(kind, era))
  const rules: Rules = {
    ...ethereum,
    name,
    precompiles: new Map([...ethereum.precompiles, ...ownPrecompiles(kind, era)]),
    refundDivisor: kind === 'c-chain' && era === 'launch' ? 2 : 0,
    burnsBaseFee: false,
    separatesAssets: kind === 'c-chain',
  }
  made.set(name, rules)
  return rules
}

/** L1s begin with the rules of London. The C-chain had two more opcodes before Apricot 2 (G-280). */
function forkOf(kind: EvmChainKind, era: Era): EthereumFork {
  if (isSince(era, 'etna')) return 'cancun'
  if (isSince(era, 'durango')) return 'shanghai'
  if (kind === 'l1' || isSince(era, 'apricotPhase3')) return 'london'
  return isSince(era, 'apricotPhase2') ? 'berlin' : 'istanbul'
}

function ownPrecompiles(kind: EvmChainKind, era: Era): [string, Precompile][] {
  const own: [string, Precompile][] = []
  if (kind === 'c-chain' && isSince(era, 'apricotPhase2')) {
    const isEra =
      !isSince(era, 'banff') && (!isSince(era, 'apricotPhasePre6') || isSince(era, 'apricotPhase6'))
    own.push(
      [nativeAddress(0), stateful(deprecatedContract)],
      [nativeAddress(1), stateful(isEra ? nativeAssetBalance : deprecatedContract)],
      [nativeAddress(2), stateful(isEra ? nativeAssetCall : deprecatedContract)],
    )
  }
  if (isSince(era, 'durango')) {
    const gas = isSince(era, 'granite') ? graniteWarpGas : durangoWarpGas
    own.push([toHex(warpPrecompile), stateful(warpContract(gas))])
  }
  if (isSince(era, 'granite')) own.push([precompileAddress(0x100), p256Verification])
  return own
}

const nativeAddress = (number: number) => `0x01${'0'.repeat(37)}${number}`

/** Returns a precompile that may not run in the context of another contract. */
const stateful =
  (contract: Precompile): Precompile =>
  (call) => {
    const isDelegated = call.kind === 'DELEGATECALL' || call.kind === 'CALLCODE'
    if (isDelegated && call.timestamp >= delegationEnds)
      return { status: 'invalid', error: `precompile cannot be called with ${call.kind}` }
    return contract(call)
  }
