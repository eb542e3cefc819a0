import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { builtSources } from './test/support/built-sources.ts'
import { needsSetup } from './test/support/needs-setup.ts'
import { sourceFiles } from './test/support/source-files.ts'

interface Project {
  readonly name: string
  readonly include: string[]
  readonly exclude?: string[]
  /**
   * After how many milliseconds a test has failed. A bound for what hangs and not for what is slow:
   * elsewhere a machine may have more to do.
   */
  readonly testTimeout?: number
  readonly globalSetup?: string[]
  /** Whether each file loads the program again; without it, a worker loads it once for all of its files. */
  readonly isolate?: boolean
}

const withoutSetup = ({ testTimeout = 300_000, isolate = false, ...test }: Project) => ({
  plugins: [builtSources],
  test: {
    ...{ ...test, isolate, testTimeout, hookTimeout: testTimeout },
    // Vitest's own bound is one second.
    expect: { poll: { timeout: 30_000 } },
    // Messages of failures name whole values, also where only the message is left.
    chaiConfig: { truncateThreshold: 0 },
  },
})

/** A project whose tests need the built sources and the small world. */
const project = ({ globalSetup = [], ...test }: Project) =>
  withoutSetup({ ...test, globalSetup: ['test/support/global-setup.ts', ...globalSetup] })

/** What looks at everything that its process has loaded. */
const alone = [
  'test/data/cost.test.ts',
  'test/http/cache/response-cache-memory.test.ts',
  'test/store/statements.test.ts',
]

/** Folders with tests that need no server, no built world and no process. */
const pureFolders = [
  ...['evm', 'formats', 'http', 'images', 'metrics/series', 'simulator/actions'],
  ...['shared-log', 'simulator/background', 'simulator/evm', 'time', 'util', 'world/storage'],
].map((folder) => join('test', folder))

const unit = sourceFiles(...pureFolders).filter(
  (file) => file.endsWith('.test.ts') && !alone.includes(file) && !needsSetup(file),
)

export default defineConfig({
  test: {
    reporters: ['default'],
    // Two more than cores, since some tests wait: for processes, for clocks, for the disk.
    maxWorkers: Math.min(availableParallelism() + 2, 8),
    projects: [
      withoutSetup({ name: 'unit', include: unit }),
      project({
        name: 'together',
        include: ['test/**/*.test.ts'],
        exclude: [...unit, ...alone, 'test/{page,replicas,smoke,clients}/**'],
      }),
      project({ name: 'alone', include: alone, isolate: true }),
      // In a real browser, which not every machine has.
      project({ name: 'page', include: ['test/page/**/*.test.ts'], isolate: true }),
      // With a PostgreSQL of their own, which not every machine has.
      project({ name: 'replicas', include: ['test/replicas/**/*.test.ts'], isolate: true }),
      project({
        name: 'smoke',
        include: ['test/smoke/**/*.test.ts'],
        globalSetup: ['test/smoke/compile.ts'],
        isolate: true,
      }),
    ],
  },
})
