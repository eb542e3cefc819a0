import type { InjectOptions, Response as InjectResponse } from 'light-my-request'
import type { Config } from './config/config.ts'
import type { WorldMethods } from './control/client/control-methods.ts'
import type { Inspect } from './http/rest/route.ts'

/** What a server can be told; everything has the default of the command line, but the port is 0. */
export type SnowglobeOptions = Partial<Omit<Config, 'workers'>> & Watching

/** Who looks on while a server is opened and while it answers. */
export interface Watching {
  /** Called with the share that is done, from 0 to 1, when the world has to be built first. */
  onBuildProgress?: (done: number) => void
  /** Told, in a line each, what is wrong and does not keep it from answering; by default a warning of the process. */
  warn?: (text: string) => void
  /** Looks at every answer of the Data and Metrics APIs before it becomes bytes. */
  inspect?: Inspect
}

/** A running server with a world of its own, and the methods of its control plane; several in one process share nothing. */
export interface Snowglobe extends WorldMethods {
  /** `http://127.0.0.1:49152`, without a slash at the end. */
  readonly url: string
  /** What its control plane asks for over HTTP; undefined where it asks for nothing. */
  readonly adminToken: string | undefined
  /** What names the world, whatever happens in it: 64 hex digits. */
  readonly id: string
  /** Answers a request without a socket. */
  inject(request: InjectOptions | string): Promise<InjectResponse>
  /** Takes the API keys from their file again. @throws ConfigError, and keeps the old ones */
  reloadKeys(): Promise<void>
  /**
   * Ends connections and closes the world; the process can exit afterwards.
   * @param graceMs how long requests that have begun may take to come to their end; else 0
   */
  close(graceMs?: number): Promise<void>
}
