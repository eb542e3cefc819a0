import { expect, test } from 'vitest'
import { ethereumForks, ethereumRules } from '../../src/evm/forks.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { OurEngine } from '../support/evm/differential.ts'
import { randomProgram } from '../support/evm/random-program.ts'

const streams = createRandomStreams('gas dependence')
const programsOfFork = 400
/** Gas that has to be left for each change of storage (EIP-2200). */
const sentry = 2300

test.each(ethereumForks)(
  'an execution that does not depend on its gas does the same with just enough of it since %s',
  (fork) => {
    let compared = 0
    for (let number = 0; number < programsOfFork; number++) {
      const program = randomProgram(streams.at(fork, number), fork)
      const execute = (gas: number) => {
        const engine = new OurEngine(ethereumRules(fork))
        for (const account of program.accounts) engine.put(account)
        const outcome = engine.call({ ...program, gas })
        return { outcome, dependsOnGas: engine.dependsOnGas, error: engine.root?.error }
      }
      const { outcome, dependsOnGas, error } = execute(program.gas)
      if (dependsOnGas || (error !== undefined && error !== 'execution reverted')) continue
      const needed = Number(outcome.gasUsed) + sentry + 1
      expect({ number, ...execute(needed).outcome }).toEqual({ number, ...outcome })
      compared++
    }
    expect(compared).toBeGreaterThan(programsOfFork / 50)
  },
)
