import { afterEach, expect, test, vi } from 'vitest'
import { progressBar } from '../../src/cli/progress-bar.ts'

const { isTTY } = process.stderr
afterEach(() => {
  process.stderr.isTTY = isTTY
  vi.restoreAllMocks()
})

/** Output of a bar at the given shares of the work. */
function drawn(onTerminal: boolean, shares: number[], isLogged = false): string[] {
  process.stderr.isTTY = onTerminal
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const draw = progressBar(isLogged)
  for (const share of shares) draw(share)
  return write.mock.calls.map(([text]) => String(text))
}

test('a bar grows on one line of a terminal and ends it when all is done', () => {
  expect(drawn(true, [0, 0.5, 1])).toEqual([
    '\rbuilding the world ..............................   0 %',
    '\rbuilding the world ###############...............  50 %',
    '\rbuilding the world ############################## 100 %\n',
  ])
})

test('without a terminal a bar writes nothing', () => {
  expect(drawn(false, [0, 0.5, 1])).toEqual([])
})

test('without a terminal a logged build writes a line for each quarter that it reaches', () => {
  expect(drawn(false, [0, 0.1, 0.3, 0.4, 0.8, 1, 1], true)).toEqual([
    'snowglobe: building the world: 0 %\n',
    'snowglobe: building the world: 25 %\n',
    'snowglobe: building the world: 75 %\n',
    'snowglobe: building the world: 100 %\n',
  ])
})
