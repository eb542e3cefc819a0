import fc from 'fast-check'
import { expect, test } from 'vitest'
import { actedOn, bare } from './support.ts'

const { actAs, get, problems, server } = actedOn()

/** How many sequences: a few in each run of the tests, more when somebody asks for them. */
const numRuns = Number(process.env.SEQUENCES ?? 2)

const who = fc.constantFrom('ewoq', 'alice', 'bob', bare.P)
const amount = fc.integer({ min: 1, max: 3000 }).map(String)
const node = fc.constantFrom('ewoq', 'birch', 'nova', 'floe')
const chain = fc.constantFrom('P', 'X')
const subnet = fc.constantFrom('ice', 'glacier', 'snowfall')
const duration = fc.constantFrom('14d', '30d', '400d')

const action = fc.oneof(
  fc.record({ do: fc.constant('fund'), to: who, chain, amount }),
  fc.record({ do: fc.constant('transfer'), from: who, to: who, chain, amount }),
  fc.record({
    ...{ do: fc.constant('export'), from: who, amount, import: fc.constant(true) },
    ...{
      sourceChain: fc.constantFrom('P', 'X', 'C'),
      destinationChain: fc.constantFrom('P', 'X', 'C'),
    },
  }),
  fc.record({ do: fc.constant('addValidator'), node, from: who, amount, duration }),
  fc.record({ do: fc.constant('delegate'), node, from: who, amount, duration }),
  fc.record({ do: fc.constant('createSubnet'), name: subnet, by: who }),
  fc.record({ do: fc.constant('createChain'), name: fc.constant('Ice'), subnet, by: who }),
  fc.record({ do: fc.constant('transferSubnet'), subnet, by: who, owner: who }),
  fc.record({
    ...{ do: fc.constant('convertToL1'), subnet, by: who, managerChain: fc.constant('C') },
    validators: fc.array(fc.record({ node, weight: fc.nat(99), balance: amount }), {
      maxLength: 2,
    }),
  }),
  fc.record({ do: fc.constant('setL1Weight'), subnet, node, by: who, weight: fc.nat(50) }),
  fc.record({ do: fc.constant('disableL1Validator'), subnet, node, by: who }),
  fc.record({
    ...{ do: fc.constant('createAsset'), name: fc.constant('Rime'), symbol: fc.constant('RIME') },
    ...{ by: who, kind: fc.constantFrom('fixed', 'variable'), amount },
  }),
  fc.record({ do: fc.constant('mintAsset'), asset: fc.constant('Rime'), to: who, amount }),
)

test('whatever is done or refused, with time in between, the world adds up', async () => {
  const shown = async () => {
    const { head, now, networks } = await get('/_admin/world')
    return { head, now, networks }
  }
  let done = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 9, arbitrary: action }, fc.constantFrom('2h', '16d')), {
        minLength: 8,
        maxLength: 20,
      }),
      async (steps) => {
        for (const step of steps) {
          if (typeof step === 'string') {
            await server().clock.advance(step)
            continue
          }
          const before = await shown()
          try {
            await actAs(step)
            done++
          } catch (error) {
            expect(error).toMatchObject({
              code: expect.stringMatching(/^(not_possible|bad_request)$/),
            })
            expect(await shown()).toEqual(before)
          }
        }
        expect(await problems()).toEqual([])
      },
    ),
    { numRuns, seed: 10 },
  )
  expect(done).toBeGreaterThan(numRuns)
}, 600_000)
