/**
 * After each file of tests Stryker's runner tells all that was covered up to then, and adds up what
 * it was told. One process runs all files here, so what the files before covered is forgotten.
 */
const stryker = globalThis as { __stryker__?: { mutantCoverage?: Record<string, object> } }
for (const counts of Object.values(stryker.__stryker__?.mutantCoverage ?? {}))
  for (const key of Object.keys(counts)) Reflect.deleteProperty(counts, key)
