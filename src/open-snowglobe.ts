import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { type AppOptions, buildApp } from './app.ts'
import { cacheFolders } from './config/cache-folders.ts'
import type { Config } from './config/config.ts'
import { isLoopback } from './config/local-address.ts'
import { checkIndexMarker } from './container-index/index-marker.ts'
import { inProcess } from './control/client/in-process.ts'
import { type Controls, createControls } from './control/controls.ts'
import { createMessageMaker } from './data/webhooks/create-message-maker.ts'
import { createResponseCache } from './http/cache/response-cache.ts'
import { readKeys } from './http/guards/key-file.ts'
import type { Journal, JournalReader } from './http/journal/journal.ts'
import { connectionLimit } from './http/server/connection-limit.ts'
import { drain } from './http/server/drain.ts'
import type { InternalErrors } from './http/server/internal-errors.ts'
import { listen } from './http/server/listen.ts'
import { type ProcessMeters, startMeters } from './http/server/process-meters.ts'
import type { WorldHandle } from './http/worlds/world-handle.ts'
import { Worlds } from './http/worlds/worlds.ts'
import { operationNames } from './operations.ts'
import type { WorldSource } from './simulator/simulation.ts'
import type { TimeSource } from './time/clock.ts'
import type { Snowglobe, Watching } from './types.ts'
import { yieldToEventLoop } from './util/yield-to-event-loop.ts'
import { openCachedBase } from './world/base-cache/cache.ts'
import { openConfiguredBase } from './world/base-cache/configured-base.ts'
import { repairedBase } from './world/base-cache/repaired-base.ts'
import { verifyLater } from './world/base-cache/verify-later.ts'
import type { Semaphore } from './world/serial-queue.ts'
import { DiskSpace } from './world/storage/disk-space.ts'
import { openDataDir, openTempDir } from './world/storage/world-dirs.ts'

/**
 * Lets a server and the other processes that serve the same world act as one: the readers of
 * src/workers/, or the shared log of which src/replicas/ makes this process a replica.
 */
export interface Coordinator extends Pick<Semaphore, 'run'> {
  readonly meters: ProcessMeters['ofReaders']
  /**
   * Combines the journals of other processes and of this one. @param size requests that it
   * remembers
   */
  journalOver?(own: Journal, size: number): JournalReader
  /** Returns the control plane with what precedes its operations: readers pause, a log orders. */
  inFrontOf(controls: Controls): Controls
  /** Begins to serve beside a server that listens; resolves when it is ready. */
  begin(served: {
    readonly server: Server
    readonly main: WorldHandle
    readonly worlds: Worlds
    readonly errors: InternalErrors
    readonly config: Config
    readonly settings: WorldSource
  }): Promise<void>
  /** Whether the server gives its connections to other processes. */
  readonly sharesConnections: boolean
  /** Hooks in front of all requests, and of all responses. */
  readonly before?: AppOptions['before']
  readonly after?: AppOptions['after']
  readonly headersFor?: AppOptions['headersFor']
  /** What the clocks of worlds go by. */
  readonly time?: TimeSource
  /** Called with each world that is opened, before it serves requests. */
  prepare?(handle: WorldHandle): void
  /** Resolves when balancers send no more requests; the server responds to them until then. */
  retire?(): Promise<void>
  /** Ends what the last responses need. */
  end?(): Promise<void>
  /** Resolves when readers, if any, have all their connections. */
  shared(): Promise<unknown>
  /** Closes other processes like {@link Snowglobe.close}; a second call waits for the same end. */
  close(graceMs: number): Promise<void>
}

/**
 * Opens a server like `createSnowglobe`, from a configuration that has been read.
 * @param errors counts errors from the rest of the process too
 * @param verifiesBase whether the base is verified soon, and not only as it is read
 * @param mustEnd called when the server can serve no longer, and another start cannot either
 */
export async function openSnowglobe(
  config: Config,
  watching: Watching & {
    errors?: InternalErrors
    verifiesBase?: boolean
    mustEnd?: (reason: Error) => void
  },
  coordinator?: Coordinator,
): Promise<Snowglobe> {
  if (config.sharedLog === undefined) return openServer(config, watching, coordinator)
  const { openReplica } = await import('./replicas/open-replica.ts')
  const { warn = warnProcess, mustEnd = () => {} } = watching
  const { replica, config: changed } = await openReplica(config, { warn, mustEnd })
  return openServer(changed, watching, replica).catch(async (error) => {
    await replica.end()
    throw error
  })
}

const warnProcess = (text: string): void => process.emitWarning(text)

async function openServer(
  requested: Config,
  {
    onBuildProgress,
    warn = warnProcess,
    inspect,
    errors,
    verifiesBase = false,
  }: Watching & { errors?: InternalErrors; verifiesBase?: boolean },
  coordinator?: Coordinator,
): Promise<Snowglobe> {
  const config = withToken(requested)
  const rememberIndex = checkIndexMarker(config)
  const keys = await readKeys(config.keys)
  const { base: opened, settings } = await openConfiguredBase(config, onBuildProgress, warn)
  const base = repairedBase(opened, () => openCachedBase(cacheFolders(), settings), warn)
  const disk = new DiskSpace(warn)
  const dirs = config.dataDir === undefined ? openTempDir(disk) : openDataDir(config.dataDir, disk)
  const setup = {
    ...{ config, keys, base, settings, dirs, warn, createMaker: createMessageMaker },
    semaphore: coordinator,
    time: coordinator?.time,
    opened: (handle: WorldHandle) => coordinator?.prepare?.(handle),
  }
  const worlds = await Worlds.open(setup).catch((error) => {
    dirs.close()
    base.close()
    throw error
  })
  const cache = config.cacheMb === 0 ? undefined : createResponseCache(config.cacheMb * 1_000_000)
  const meters = startMeters(cache, coordinator?.meters, errors)
  const { main } = worlds
  main.logs = coordinator?.journalOver?.(main.journal, config.journal) ?? main.logs
  const all = createControls(worlds, meters, operationNames)
  const controls = coordinator?.inFrontOf(all) ?? all
  const { app, connections } = buildApp({
    ...{ config, worlds, controls, meters, inspect },
    ...{
      before: coordinator?.before,
      after: coordinator?.after,
      headersFor: coordinator?.headersFor,
    },
  })
  const endVerifying = verifiesBase ? verifyLater(base) : () => {}
  const close = async () => {
    endVerifying()
    await app.close()
    await coordinator?.end?.()
    meters.loopDelay.disable()
    await worlds.close()
  }
  try {
    const begun = coordinator?.begin({
      server: app.server,
      main: worlds.main,
      worlds,
      errors: meters.errors,
      config,
      settings,
    })
    // The routes are compiled while others begin.
    await Promise.all([begun, app.ready()])
    const pauseOnConnect = coordinator?.sharesConnections === true
    const { url, stop } = await listen(app, config, connectionLimit(), { pauseOnConnect })
    rememberIndex()
    return {
      ...inProcess(controls),
      url,
      adminToken: config.adminToken,
      get id() {
        return worlds.main.world.id
      },
      async inject(request) {
        // Fastify answers without a turn of the event loop. A client that polls for the end of an
        // advance in a loop would never let it proceed.
        await yieldToEventLoop()
        return app.inject(request)
      },
      reloadKeys: async () => worlds.useKeys(await readKeys(config.keys)),
      close: async (graceMs = 0) => {
        const stopAll = async () => {
          stop()
          await coordinator?.shared()
          void coordinator?.close(graceMs)
        }
        if (graceMs > 0) await coordinator?.retire?.()
        if (graceMs > 0) await drain(app.server, connections, graceMs, stopAll)
        await coordinator?.close(graceMs)
        await close()
      },
    }
  } catch (error) {
    await coordinator?.close(0)
    await close()
    throw error
  }
}

/** Returns the configuration with a token for the control plane, if other machines can reach it. */
const withToken = (config: Config): Config =>
  config.adminToken !== undefined || config.noAdmin || isLoopback(config.host)
    ? config
    : { ...config, adminToken: randomBytes(16).toString('hex') }
