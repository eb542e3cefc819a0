import type { InjectOptions, Response as InjectResponse } from 'light-my-request'
import type { Config } from './config/config.ts'
import type { WorldMethods } from './control/client/control-methods.ts'
import type { Inspect } from './http/rest/route-shape.ts'

/** Options of a server; they have the defaults of the command line, but the port is 0. */
export type SnowglobeOptions = Partial<Omit<Config, 'workers'>> & Watching

/** Callbacks while a server is opened and while it runs. */
export interface Watching {
  /** Called with the finished share, from 0 to 1, when the world has to be built first. */
  onBuildProgress?: (done: number) => void
  /**
   * Gets, in a line each, problems that do not stop the server; by default a warning of the
   * process.
   */
  warn?: (text: string) => void
  /** Inspects every response of the Data and Metrics APIs before it becomes bytes. */
  inspect?: Inspect
}

/**
 * Running server with a world of its own, and the methods of its control plane; several in one
 * process share nothing.
 */
export interface Snowglobe extends WorldMethods {
  /** URL such as `http://127.0.0.1:49152`, without a trailing slash. */
  readonly url: string
  /** Token of its control plane over HTTP; undefined if it needs none. */
  readonly adminToken: string | undefined
  /** Id of the world, which no change affects: 64 hex digits. */
  readonly id: string
  /** Answers a request without a socket. */
  inject(request: InjectOptions | string): Promise<InjectResponse>
  /** Rereads the API keys from their file. @throws ConfigError, and keeps the old ones */
  reloadKeys(): Promise<void>
  /**
   * Ends connections and closes the world; the process can exit afterwards.
   * @param graceMs maximum time for started requests to end; 0 by default
   */
  close(graceMs?: number): Promise<void>
}
