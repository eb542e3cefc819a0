import type { Config } from '../../config/config.ts'
import { createInternalErrors } from '../../http/server/internal-errors.ts'
import { monotonicMs } from '../../time/clock.ts'
import type { Snowglobe } from '../../types.ts'
import { beginServing } from '../../world/engine.ts'
import { exitCodes } from '../exit-codes.ts'
import { reportFailure } from '../failures.ts'
import { loadLateModules } from '../late-modules.ts'
import { serve } from '../serve.ts'
import { exitOnSignal, firstSignal, rereadKeysOnHangUp } from '../signals.ts'

/** Milliseconds: half of the time that orchestrators wait before they kill. */
const shutdownGraceMs = 5_000

/** Serves until SIGINT or SIGTERM; prints exactly one line on stdout, when it is ready. */
export async function start(config: Config): Promise<number> {
  const withStack = config.logLevel === 'debug'
  const errors = createInternalErrors()
  const endStart = (error: unknown) => process.exit(reportFailure(error, withStack))
  process.on('uncaughtException', endStart)
  let mustEnd: (reason: Error) => void = () => {}
  const unable = new Promise<Error>((resolve) => {
    mustEnd = resolve
  })
  const snowglobe = await exitOnSignal(exitCodes.stopped, () => serve(config, errors, mustEnd))
  // An error in one request must not affect the other clients.
  process.off('uncaughtException', endStart).on('uncaughtException', errors.report)
  const stopped = firstSignal()
  if (!config.noAdmin) printToken(snowglobe, config)
  if (config.auth === 'required' && config.keys === undefined)
    process.stderr.write(
      'snowglobe: warning: --auth required without --keys: the only known keys are sg_NAME, which select worlds; all other requests of the Data API get a 401\n',
    )
  rereadKeysOnHangUp(snowglobe, config.keys)
  process.stdout.write(
    `snowglobe ready: ${snowglobe.url} (world ${snowglobe.id.slice(0, 8)}, ${Math.round(monotonicMs())} ms)\n`,
  )
  void loadLateModules().then(beginServing)
  const reason = await Promise.race([stopped, unable])
  await snowglobe.close(shutdownGraceMs)
  return reason ? reportFailure(reason, withStack) : exitCodes.stopped
}

/** Prints to stderr: a generated token, and if a token is needed the link that includes it. */
function printToken({ url, adminToken }: Snowglobe, config: Config): void {
  if (adminToken === undefined) return
  if (adminToken !== config.adminToken)
    process.stderr.write(
      `snowglobe: the control plane needs the token ${adminToken}; --admin-token sets another\n`,
    )
  // The token is in the fragment, which no browser sends: the page reads it there.
  process.stderr.write(
    `snowglobe: open the page with ${url}/#token=${encodeURIComponent(adminToken)}\n`,
  )
}
