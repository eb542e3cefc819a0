import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tables of fields notice most mutants within a second; a run ends with the first failure. */
class FieldsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOfFields = ({ moduleId }: TestSpecification) => moduleId.includes('/test/fields/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isOfFields), ...sorted.filter((file) => !isOfFields(file))]
  }
}

/** The tests that have to notice a wrong value, for Stryker: in one process, as one project. */
export default defineConfig({
  test: {
    include: [
      'test/{fields,data,metrics,info,container-index}/**/*.test.ts',
      'test/http/page.test.ts',
      'test/contract/dialect-quirks.test.ts',
    ],
    // About the plans of all statements that were declared, which one process declares at once.
    exclude: ['test/data/cost.test.ts'],
    // Every run imports the program again; with one for all files it costs half.
    isolate: false,
    sequence: { sequencer: FieldsFirst },
    // What is loaded late would count as covered by the one test that happens to load it.
    setupFiles: ['scripts/mutation/load-everything.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
