import {
  AbstractStartedContainer,
  GenericContainer,
  type StartedTestContainer,
  Wait,
} from 'testcontainers'
import { connect } from '../control/client/connect.ts'
import type { WorldMethods } from '../control/client/control-methods.ts'

/** Port of the server inside the container. */
const serverPort = 9650
/** Milliseconds of a start on a slow machine, where the image already holds its world. */
const maxStartMs = 60_000

/**
 * Container with the small world and a frozen clock, for Testcontainers. Options of the server are
 * variables: `.withEnvironment({ SNOWGLOBE_SIZE: 'medium' })`.
 *
 *     const snowglobe = await new SnowglobeContainer('ghcr.io/OWNER/snowglobe:0.1.0').start()
 *     await fetch(`${snowglobe.url}/v1/chains/43114/blocks`)
 */
export class SnowglobeContainer extends GenericContainer {
  #token = 'testcontainers'

  /** @param image name of the image, by default the one that docker-compose.yml builds */
  constructor(image = 'snowglobe') {
    super(image)
    this.withExposedPorts(serverPort)
      .withEnvironment({ SNOWGLOBE_SIZE: 'small', SNOWGLOBE_WORLDS: 'any' })
      .withWaitStrategy(Wait.forLogMessage(/^snowglobe ready: /))
      .withStartupTimeout(maxStartMs)
  }

  /** Sets the token of the control plane, which is `testcontainers` by default. */
  withAdminToken(token: string): this {
    this.#token = token
    return this
  }

  /** Starts the container and waits for its ready line. */
  override async start(): Promise<StartedSnowglobeContainer> {
    this.withEnvironment({ SNOWGLOBE_ADMIN_TOKEN: this.#token })
    return new StartedSnowglobeContainer(await super.start(), this.#token)
  }
}

/** Running container of a `SnowglobeContainer`. */
export class StartedSnowglobeContainer extends AbstractStartedContainer {
  readonly #token: string

  constructor(container: StartedTestContainer, token: string) {
    super(container)
    this.#token = token
  }

  /** URL of all interfaces, as the tests reach it: `http://localhost:49153`. */
  get url(): string {
    return `http://${this.getHost()}:${this.getMappedPort(serverPort)}`
  }

  /**
   * Returns the control plane, with the methods of `connect` of `snowglobe/connect`.
   * @param world name of a world, by default the main world
   */
  control(world?: string): WorldMethods {
    return connect(this.url, { token: this.#token, ...(world !== undefined && { world }) })
  }
}
