import {
  type Applying,
  applyDeltas,
  type Earlier,
  mergeDeltas,
  writeDelta,
} from './database-delta.ts'
import { joinImage, writeImage } from './database-image.ts'
import type { TablePart } from './delta-tables.ts'

/** Work on deltas: the parameters of a function of database-delta.ts or database-image.ts. */
export type DeltaTask =
  | {
      readonly do: 'write'
      readonly earlier: Earlier | undefined
      readonly later: string
      readonly target: string
    }
  | {
      readonly do: 'apply'
      readonly deltas: readonly string[]
      readonly target: string
      readonly how: Applying
    }
  | {
      readonly do: 'merge'
      readonly first: string
      readonly second: string
      readonly target: string
    }
  | {
      readonly do: 'image'
      readonly path: string
      readonly target: string
      readonly part: TablePart
    }
  | { readonly do: 'join'; readonly target: string; readonly second: string }

/** Does it. @returns whether the states of `write` differ; otherwise true */
export function runDeltaTask(task: DeltaTask): boolean {
  switch (task.do) {
    case 'write':
      return writeDelta(task.earlier, task.later, task.target)
    case 'apply':
      applyDeltas(task.deltas, task.target, task.how)
      return true
    case 'merge':
      mergeDeltas(task.first, task.second, task.target)
      return true
    case 'image':
      writeImage(task.path, task.target, task.part)
      return true
    case 'join':
      joinImage(task.target, task.second)
      return true
  }
}
