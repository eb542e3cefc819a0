import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A run ends with the first failure, so what is likely to fail soon comes first: what noticed the
 * mutant before, which was of the same file mostly; the tables of fields, which notice most; and of
 * the others the quick ones.
 */
class SoonestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const last = this.ctx.cache.getFileTestResults(`:${relative(this.ctx.config.root, moduleId)}`)
      const kind = last?.failed ? 0 : moduleId.includes('/test/fields/') ? 1 : 2
      return { kind, duration: last?.duration ?? 0 }
    }
    return files
      .map((file) => ({ file, ...rankOf(file) }))
      .sort((a, b) => a.kind - b.kind || a.duration - b.duration)
      .map(({ file }) => file)
  }
}

/** The tests that have to notice a wrong value, for Stryker: in one process, as one project. */
export default defineConfig({
  test: {
    include: [
      'test/{fields,data,metrics,info,container-index}/**/*.test.ts',
      'test/webhooks/{filters,messages}.test.ts',
      'test/http/rest/page.test.ts',
      'test/http/scenarios/scenario-effects.test.ts',
      'test/control/groups/scenarios.test.ts',
      'test/contract/dialect-quirks.test.ts',
    ],
    // About the plans of all statements that were declared, which one process declares at once.
    exclude: ['test/data/cost.test.ts'],
    // Every run imports the program again; with one for all files it costs half.
    isolate: false,
    sequence: { sequencer: SoonestFirst },
    setupFiles: [
      'tools/mutation/forget-coverage.ts',
      // What is loaded late would count as covered by the one test that happens to load it.
      'tools/mutation/load-everything.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
