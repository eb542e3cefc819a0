/** Ends the server of the global setup: `globalTeardown: 'snowglobe/jest/global-teardown'`. */
export default async function globalTeardown(): Promise<void> {
  await (globalThis as { endSnowglobe?: () => Promise<void> }).endSnowglobe?.()
}
