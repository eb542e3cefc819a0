import { afterEach, expect, test, vi } from 'vitest'
import { progressBar } from '../../src/cli/progress-bar.ts'

const { isTTY } = process.stderr
afterEach(() => {
  process.stderr.isTTY = isTTY
  vi.restoreAllMocks()
})

/** What a bar writes at the given shares of the work. */
function drawn(onTerminal: boolean, shares: number[]): string[] {
  process.stderr.isTTY = onTerminal
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const draw = progressBar()
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

test('a bar writes nothing where nobody looks', () => {
  expect(drawn(false, [0, 0.5, 1])).toEqual([])
})
