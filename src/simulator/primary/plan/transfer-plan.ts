import { exchangeStart } from '../../../definition/era-problems.ts'
import { hourSeconds } from '../../../time/time-units.ts'
import { createAsset, exchangeExport, exchangeTransfer } from '../exchange/exchange-actions.ts'
import { reserveShare } from '../genesis.ts'
import { nAvaxOf } from '../l1/l1-conversion.ts'
import { platformExport, platformTransfer } from '../platform/platform-transfers.ts'
import { solo } from '../utxos/parties.ts'
import type { Planner } from './plan.ts'

/** Plans the declared assets of the X-chain. */
export function planAssets(planner: Planner): void {
  const { state } = planner
  state.setup.definition.primary.assets.forEach((asset, index) => {
    planner.at({
      pointer: `/primary/assets/${index}`,
      chain: 'X',
      time: planner.near(asset.at, planner.random(`asset ${asset.name}`)),
      act: (state, time) => [
        createAsset(state, {
          time,
          by: solo(state.cast.wallet(asset.by)),
          asset: { ...asset, amount: BigInt(asset.amount) },
          as: `asset ${asset.name}`,
        }),
      ],
    })
  })
}

/**
 * Plans the declared exports from the P- and X-chain, and the one that brings the C-chain its AVAX.
 */
export function planExports(planner: Planner): void {
  const { state } = planner
  const { cast, facts, setup } = state
  const { funds, exports } = setup.definition.primary
  const reserve = solo(cast.wallet(funds.reserve))
  planner.at({
    pointer: '/primary/funds/contract',
    chain: 'X',
    time: exchangeStart,
    act: (state, time) => [
      exchangeExport(state, {
        time,
        from: reserve,
        payment: {
          to: reserve,
          nAvax: nAvaxOf(funds.contract) * BigInt(cast.wallets.length) + reserveShare,
        },
        destination: 'C',
        memo: 'AVAX for the C-chain',
      }),
    ],
  })
  exports.forEach((declared, index) => {
    const random = planner.random(`export ${index}`)
    const party = solo(cast.wallet(declared.by))
    const { from, to: destination, locktime } = declared
    if (from === 'C') return
    planner.at({
      pointer: `/primary/exports/${index}`,
      chain: from,
      time: planner.near(declared.at, random),
      act: (state, time) => {
        const payment = {
          to: party,
          nAvax: nAvaxOf(declared.avax),
          ...(locktime !== undefined && { locktime: facts.secondsOf(locktime) }),
        }
        const memo = facts.isActive('durango', time) ? '' : `export to the ${destination}-chain`
        const request = { time, from: party, payment, destination, memo }
        return [from === 'P' ? platformExport(state, request) : exchangeExport(state, request)]
      },
    })
  })
}

/** Plans the declared transactions with many outputs, and the later ones with many inputs. */
export function planPayouts(planner: Planner): void {
  const { state } = planner
  const { cast, setup } = state
  setup.definition.primary.payouts.forEach(({ chain, by, at, outputs }, index) => {
    const random = planner.random(`payout ${index}`)
    const party = solo(cast.wallet(by))
    const transfer = chain === 'P' ? platformTransfer : exchangeTransfer
    const first = planner.near(at, random)
    const amounts = Array.from(
      { length: outputs[setup.size === 'medium' || setup.size === 'large' ? 'medium' : 'small'] },
      () => random.bigint(10_000_000n, 2_000_000_000n),
    )
    planner.at({
      pointer: `/primary/payouts/${index}`,
      chain,
      time: first,
      act: (state, time) => [
        transfer(state, {
          time,
          from: party,
          payments: amounts.map((nAvax) => ({ to: party, nAvax })),
        }),
      ],
    })
    planner.at({
      pointer: `/primary/payouts/${index}`,
      chain,
      time: first + 2 * hourSeconds,
      act: (state, time) => {
        const { facts, utxos } = state
        const held = utxos
          .find({ createdOn: chain, consumedOn: chain, party, assetId: facts.avaxId })
          .flatMap(({ output }) => (output.type === 'TransferOutput' ? [output.amount] : []))
        // Slightly below the total, so that every output is needed.
        const total = held.reduce((sum, amount) => sum + amount, 0n)
        const gathered = total - 5_000_000n
        return [transfer(state, { time, from: party, payments: [{ to: party, nAvax: gathered }] })]
      },
    })
  })
}
