/**
 * Members of the optional peer `testcontainers` that testcontainers.ts uses. The package itself has
 * 170 others behind it; the tests of clients compile and run the module against it.
 */
declare module 'testcontainers' {
  export interface StartedTestContainer {
    getHost(): string
    getMappedPort(port: number): number
  }
  export const Wait: { forLogMessage(message: RegExp): unknown }
  export class GenericContainer {
    constructor(image: string)
    withExposedPorts(...ports: number[]): this
    withEnvironment(environment: Readonly<Record<string, string>>): this
    withWaitStrategy(strategy: unknown): this
    withStartupTimeout(milliseconds: number): this
    start(): Promise<StartedTestContainer>
  }
  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(container: StartedTestContainer)
    getHost(): string
    getMappedPort(port: number): number
  }
}
