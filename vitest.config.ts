import { defineConfig } from 'vitest/config'

const project = (
  name: string,
  include: string[],
  timeoutMs = 10_000,
  moreSetup: string[] = [],
) => ({
  test: {
    name,
    include,
    testTimeout: timeoutMs,
    hookTimeout: 60_000,
    globalSetup: ['test/support/global-setup.ts', ...moreSetup],
  },
})

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      project(
        'unit',
        [
          'test/{formats,definition,simulator,world,store,check,http,cli}/**/*.test.ts',
          'test/*.test.ts',
        ],
        30_000,
      ),
      project('http', [
        'test/{data,metrics,info,container-index,json-rpc,fields,regressions,control}/**/*.test.ts',
      ]),
      project('contract', ['test/contract/**/*.test.ts'], 30_000),
      project('property', ['test/property/**/*.test.ts'], 60_000),
      project('smoke', ['test/smoke/**/*.test.ts'], 60_000, ['test/smoke/compile.ts']),
    ],
  },
})
