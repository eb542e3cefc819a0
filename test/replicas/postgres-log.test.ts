import { afterAll } from 'vitest'
import { openPostgresLog } from '../../src/shared-log/postgres/postgres-log.ts'
import { testConformance } from '../shared-log/conformance.ts'
import { startPostgres } from './postgres.ts'

const postgres = await startPostgres()
afterAll(() => postgres.close())

testConformance({
  open: (sandbox) => openPostgresLog({ url: postgres.url, sandbox }),
  async loseTail(sandbox, count) {
    await postgres.query(
      `DELETE FROM snowglobe_record WHERE sandbox = $1 AND position >
         (SELECT position - $2::bigint FROM snowglobe_sandbox WHERE name = $1)`,
      [sandbox, count],
    )
    await postgres.query(
      `UPDATE snowglobe_sandbox SET (position, chain) =
         (SELECT position, chain FROM snowglobe_record WHERE sandbox = $1
          ORDER BY position DESC LIMIT 1)
       WHERE name = $1`,
      [sandbox],
    )
  },
  freeze: async () => postgres.signal('SIGSTOP'),
  thaw: async () => postgres.signal('SIGCONT'),
  async dropConnections() {
    await postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'snowglobe'`,
    )
  },
})
