import { bytesToNumberBE } from '@noble/curves/utils.js'
import { toHex } from '../../formats/ids.ts'
import { wordOf } from '../../formats/words.ts'
import { newAccountGas } from '../gas.ts'
import { outOfGas, type Precompile, type PrecompileResult } from './precompile.ts'

const balanceGas = 2474
const callGas = 9000

const reverted = (gasLeft: number): PrecompileResult => ({
  status: 'revert',
  gasLeft,
  output: new Uint8Array(),
})

/** What stands in the place of a native-asset precompile before and after its era: it reverts. */
export const deprecatedContract: Precompile = ({ gas }) => reverted(gas)

/** Returns the balance of an asset: the input is an address and the id of the asset. */
export const nativeAssetBalance: Precompile = ({ input, gas, journal }) => {
  const gasLeft = gas - balanceGas
  if (gasLeft < 0) return outOfGas
  if (input.length !== 52) return reverted(gasLeft)
  const account = journal.account(toHex(input.subarray(0, 20)))
  const balance = journal.assetBalance(account, bytesToNumberBE(input.subarray(20)))
  return { status: 'success', gasLeft, output: wordOf(balance) }
}

/**
 * Transfers an asset and calls the receiver: the input is an address, the id of the asset, the
 * amount and the data of the call.
 */
export const nativeAssetCall: Precompile = ({ input, gas, journal, caller, isStatic }) => {
  let gasLeft = gas - callGas
  if (gasLeft < 0) return outOfGas
  if (isStatic || input.length < 84) return reverted(gasLeft)
  const to = toHex(input.subarray(0, 20))
  const asset = bytesToNumberBE(input.subarray(20, 52))
  const amount = bytesToNumberBE(input.subarray(52, 84))
  const payer = journal.account(caller)
  if (journal.assetBalance(payer, asset) < amount)
    return { status: 'failure', error: 'insufficient balance for transfer' }
  const receiver = journal.account(to)
  if (journal.isEmpty(receiver)) gasLeft -= newAccountGas
  if (gasLeft < 0) return outOfGas
  journal.setAssetBalance(payer, asset, journal.assetBalance(payer, asset) - amount)
  journal.setAssetBalance(receiver, asset, journal.assetBalance(receiver, asset) + amount)
  return { status: 'continue', call: { to, input: input.slice(84), gas: gasLeft } }
}
