import type { Gap, gapOperations } from '../../../schemas/control/gaps.ts'
import { packageText } from '../../util/package-files.ts'
import type { Group } from '../group.ts'

/** Builds the operation of the register of `docs/gaps.md`. */
export const gapGroup = (): Group<typeof gapOperations> => ({
  listGaps: () => ({ gaps: gapsIn(packageText('docs/gaps.md')) }),
})

const gapsIn = (page: string): Gap[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| G-'))
    .map((line) => {
      const [, id = '', open = '', choice = '', reason = '', change = ''] = line
        .split('|')
        .map((cell) => cell.trim())
      return { id, open, choice, reason, ...(change !== '' && { switch: change }) }
    })
