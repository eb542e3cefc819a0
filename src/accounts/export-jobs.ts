import type { ExportRequest } from '../../schemas/data/exports.ts'
import type { AccountDatabase } from './account-database.ts'
import { uuidOf } from './uuid.ts'

/** Export of transactions that a caller has requested. */
export interface ExportJob {
  /** UUID. */
  readonly id: string
  readonly owner: string
  /** Milliseconds of the world's clock. */
  readonly createdMs: number
  /** When a response first reported it as finished; undefined before. With replicas, its creation. */
  readonly finishedMs: number | undefined
  readonly request: ExportRequest
  /** Key of the last transaction of each chain at that time: the file holds no later one. */
  readonly ends: Ends
}

/** `seq` of a transaction by chain: an EVM chain id, or network and chain such as `mainnet P`. */
export type Ends = Readonly<Record<string, number>>

/** Export jobs of a world. */
export class ExportJobs {
  readonly #file: AccountDatabase
  readonly #seed: () => string
  /** Whether jobs are finished when they are stored: then no look at a job changes it. */
  finishAtOnce = false

  constructor(file: AccountDatabase, seed: () => string) {
    this.#file = file
    this.#seed = seed
  }

  /** Adds a job. Its id follows from the seed and the number of jobs, so that runs repeat. */
  add(job: Omit<ExportJob, 'id' | 'finishedMs'>): ExportJob {
    return this.#file.atomically(() => {
      const id = idOf(this.#seed(), this.#file.next('export_job'))
      const { owner, createdMs, request, ends } = job
      this.#file.run(
        'INSERT INTO export_job VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, owner, createdMs, this.finishAtOnce ? createdMs : null],
        ...[JSON.stringify(request), JSON.stringify(ends)],
      )
      return { ...job, id, finishedMs: undefined }
    })
  }

  find(id: string): ExportJob | undefined {
    const row = this.#file.get<Row>('SELECT * FROM export_job WHERE id = ?', id)
    return row && toJob(row)
  }

  finish(id: string, finishedMs: number): void {
    this.#file.run('UPDATE export_job SET finished_ms = ? WHERE id = ?', finishedMs, id)
  }
}

interface Row {
  id: string
  owner: string
  created_ms: number
  finished_ms: number | null
  request: string
  ends: string
}

const toJob = (row: Row): ExportJob => ({
  id: row.id,
  owner: row.owner,
  createdMs: row.created_ms,
  finishedMs: row.finished_ms ?? undefined,
  request: JSON.parse(row.request),
  ends: JSON.parse(row.ends),
})

const idOf = (seed: string, number: number): string => uuidOf(seed, 'export', number)
