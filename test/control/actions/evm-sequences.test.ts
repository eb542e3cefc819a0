import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../../schemas/control/actions/index.ts'
import { createSnowglobe, type Snowglobe } from '../../../src/snowglobe.ts'

const people = ['dora', 'ewoq', 'eva'] as const
const bare = '0x0000000000000000000000000000000000001234'
const chains = ['C', '930114'] as const

const somebody = fc.constantFrom(...people)
const anybody = fc.constantFrom(...people, bare)
const chain = fc.constantFrom(...chains)
const amount = fc.constantFrom('0.5', '1', '2.25', '0.125', '100000')
const contract = fc.constantFrom('coin', 'globes', 'things', 'USDC', 'Wrapped AVAX')
const tokenId = fc.integer({ min: 1, max: 6 }).map(String)

/** What may be asked of EVM chains; the world refuses some of it. */
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constant('fund' as const), to: anybody, chain, amount }),
  fc.record({ do: fc.constant('transfer' as const), from: somebody, to: anybody, chain, amount }),
  fc.record({ do: fc.constant('fail' as const), from: somebody, chain }),
  fc.record({ do: fc.constant('fail' as const), from: somebody, chain, to: contract }),
  fc.record({
    do: fc.constant('deploy' as const),
    from: somebody,
    chain,
    kind: fc.constantFrom('ERC-20', 'ERC-721', 'ERC-1155', 'other'),
    name: fc.constantFrom('A', 'Some name', 'Ünïcode'),
  }),
  fc.record({ do: fc.constant('mint' as const), contract, to: anybody, amount }),
  fc.record({
    do: fc.constant('mint' as const),
    contract,
    to: anybody,
    tokenIds: fc.array(tokenId, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('transferToken' as const),
    contract,
    from: somebody,
    to: anybody,
    amount,
  }),
  fc.record({
    do: fc.constant('transferToken' as const),
    contract,
    from: somebody,
    to: anybody,
    tokenId,
  }),
  fc.record({ do: fc.constant('price' as const), contract, usd: fc.constantFrom('1.5', null) }),
  fc.record({
    do: fc.constant('sendMessage' as const),
    from: somebody,
    sourceChain: fc.constantFrom(...chains, '53935'),
    destinationChain: fc.constantFrom(...chains, '53935'),
    deliver: fc.constantFrom('3s', '10s', '1h', false as const),
  }),
)
const step = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 2 }),
  seconds: fc.constantFrom(0, 1, 30, 7200),
})

async function prepared(): Promise<Snowglobe> {
  const snowglobe = await createSnowglobe({ size: 'small', pace: 4 })
  await snowglobe.act([
    { do: 'wallet', name: 'dora' },
    { do: 'wallet', name: 'eva' },
    ...chains.map((each) => ({ do: 'fund' as const, to: 'dora', chain: each, amount: '20' })),
    { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-20', as: 'coin', decimals: 6 },
    { do: 'deploy', from: 'dora', chain: 'C', kind: 'ERC-721', as: 'globes' },
    { do: 'deploy', from: 'dora', chain: '930114', kind: 'ERC-1155', as: 'things' },
  ])
  return snowglobe
}

const fingerprintOf = async (snowglobe: Snowglobe) => (await snowglobe.world()).fingerprint

test('whatever happens on EVM chains, the rules hold; what is refused leaves no trace', async () => {
  const counts = { done: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      const snowglobe = await prepared()
      try {
        for (const { actions, seconds } of steps) {
          const before = await fingerprintOf(snowglobe)
          try {
            await snowglobe.act(actions)
            counts.done++
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/not_possible|bad_request/) })
            expect(await fingerprintOf(snowglobe)).toBe(before)
            counts.refused++
          }
          if (seconds > 0) await snowglobe.clock.advance(`${seconds}s`)
        }
        const report = await snowglobe.check()
        expect(report.rules.filter(({ violations }) => violations.length > 0)).toEqual([])
      } finally {
        await snowglobe.close()
      }
    }),
    { numRuns: Number(process.env.SEQUENCES ?? 4), seed: 20260115, endOnFailure: true },
  )
  expect(Math.min(counts.done, counts.refused)).toBeGreaterThan(0)
  if (process.env.SEQUENCES) process.stderr.write(`${JSON.stringify(counts)}\n`)
}, 600_000)
