import { expect, test } from 'vitest'
import { ethereumForks } from '../../src/evm/forks.ts'
import { createRandomStreams } from '../../src/simulator/random.ts'
import { runOurs, runTheirs } from '../support/evm/differential.ts'
import { randomProgram } from '../support/evm/random-program.ts'

const streams = createRandomStreams('differential')
const programsOfFork = 40

test.each(ethereumForks)(
  'random contracts do the same as in @ethereumjs/evm since %s',
  async (fork) => {
    let successes = 0
    for (let number = 0; number < programsOfFork; number++) {
      const program = randomProgram(streams.at(fork, number), fork)
      const ours = runOurs(program, fork)
      expect({ number, ...ours }).toEqual({ number, ...(await runTheirs(program, fork)) })
      if (ours.isSuccess) successes++
    }
    // Programs that all fail would prove little.
    expect(successes).toBeGreaterThan(programsOfFork / 8)
  },
)
