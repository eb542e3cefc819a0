import { type Config, ConfigError } from '../config/config.ts'

/** Failure of a start because another process listens at its address. */
export class AddressInUseError extends Error {
  /** Name of the class. */
  override readonly name = 'AddressInUseError'
}

/** System errors for a host or port that is well-formed and still wrong. */
const listenRefusals = [
  ['EACCES', 'this user may not use the port; ports from 1024 need no rights'],
  ['EADDRNOTAVAIL', 'the address of --host does not belong to this machine'],
  ['ENOTFOUND', 'the host name of --host cannot be resolved'],
  ['EAI_AGAIN', 'the host name of --host cannot be resolved'],
] as const

/** Returns the error of a start, with options and a remedy if its address cannot be used. */
export function orListenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const address = `${host}:${port}`
  if (code === 'EADDRINUSE')
    return new AddressInUseError(
      `${address} is in use; choose another with --port, or a free one with --port 0`,
    )
  const refusal = listenRefusals.find(([known]) => known === code)
  return refusal ? new ConfigError(`cannot listen on ${address}: ${refusal[1]}`) : error
}
