import {
  type Applying,
  applyDeltas,
  type Earlier,
  mergeDeltas,
  writeDelta,
  writeImage,
} from './database-delta.ts'

/** Work on deltas: the parameters of a function of database-delta.ts. */
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
  | { readonly do: 'image'; readonly path: string; readonly target: string }

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
      writeImage(task.path, task.target)
      return true
  }
}
