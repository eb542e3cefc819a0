/**
 * Forgets the coverage of earlier test files. After each file Stryker's runner reports all coverage
 * up to then and sums the reports, and one process runs all files here.
 */
const stryker = globalThis as { __stryker__?: { mutantCoverage?: Record<string, object> } }
for (const counts of Object.values(stryker.__stryker__?.mutantCoverage ?? {}))
  for (const key of Object.keys(counts)) Reflect.deleteProperty(counts, key)
