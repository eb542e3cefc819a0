import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, ActionResult } from '../../schemas/control/actions/index.ts'
import type { Config } from '../config/config.ts'
import type { Controls } from '../control/controls.ts'
import { HttpError } from '../http/response/errors.ts'
import { mainWorldName, type WorldHandle } from '../http/worlds/world-handle.ts'
import type { Worlds } from '../http/worlds/worlds.ts'
import type { LogRecord, SharedLog } from '../shared-log/shared-log.ts'
import { StateError } from '../store/state-error.ts'
import { monotonicMs, processStartMs, type TimeSource } from '../time/clock.ts'
import { AdvanceRequests } from './advances/advance-requests.ts'
import { AdvancesInParts } from './advances/advances-in-parts.ts'
import { beginning } from './beginning.ts'
import { CallerChanges, refuseWithoutLog } from './callers/caller-changes.ts'
import { ReplicaDeliveries } from './callers/replica-deliveries.ts'
import { UsageReports } from './callers/usage-reports.ts'
import { LogFollower } from './following/log-follower.ts'
import { RuleCounts } from './limits/rule-counts.ts'
import { ReplicatedWindows } from './limits/shared-windows.ts'
import { OrderedOperations } from './ordered-operations.ts'
import { Proposals, resultOf } from './proposals.ts'
import { ReadGate } from './read-gate.ts'
import { RecordApplier } from './record-applier.ts'
import { RememberedOutcomes } from './remembered-outcomes.ts'
import { optionsOf } from './replica-config.ts'
import type { ReplicaMeters } from './replica-meters.ts'
import { MergedJournal } from './requests/merged-journal.ts'
import { SharedRequests } from './requests/shared-requests.ts'
import { Skips } from './skips.ts'
import type { LocalState } from './snapshots/local-state.ts'
import { SandboxSnapshots } from './snapshots/sandbox-snapshots.ts'
import type { WorldParts } from './snapshots/world-state.ts'
import { StartingState } from './starting-state.ts'
import { SwitchedError } from './versions/sandbox-version.ts'
import { ownVersion, versionText } from './versions/version.ts'
import { WorldTime } from './world-time.ts'

/** Milliseconds in which a balancer notices: two checks, half a second apart, and some more. */
const retireMs = 1_500

/** What a replica reports to its process. */
export interface ReplicaWatching {
  warn(text: string): void
  /** Called when the replica can serve no longer: the sandbox has another version. */
  mustEnd(reason: Error): void
}

/**
 * One of several equal servers over a shared log. A change is proposed, ordered by the log, and
 * then applied by every replica: docs/replicas.md.
 */
export class Replica {
  readonly #config: Config
  readonly #log: SharedLog
  readonly #local: LocalState | undefined
  readonly #process: string
  readonly #meters: ReplicaMeters
  readonly #handles = new Map<string, WorldHandle>()
  readonly #follower: LogFollower
  readonly #proposals: Proposals
  readonly #gate: ReadGate
  readonly #skips: Skips
  readonly #remembered = new RememberedOutcomes()
  readonly #parts = new WeakMap<WorldHandle, WorldParts>()
  readonly #snapshots: SandboxSnapshots
  readonly #starting: StartingState
  readonly #requests: SharedRequests
  readonly #advances = new AdvancesInParts(this.#remembered)
  readonly #advanceRequests: AdvanceRequests
  readonly #callers: CallerChanges
  readonly #deliveries: ReplicaDeliveries
  readonly #usage: UsageReports
  readonly #worldTime: WorldTime
  readonly #applier: RecordApplier
  readonly #operations: OrderedOperations
  /** Set in the calls that apply a record, whose changes have their place already. */
  readonly #applying = new AsyncLocalStorage<Pick<LogRecord, 'atMs' | 'position'>>()
  /** Clocks stand at the time of the record that is applied, so that each replica does the same. */
  readonly time: TimeSource = {
    tickMs: () => this.#applying.getStore()?.atMs ?? this.#follower.time.tickMs(),
    wallMs: () => this.#applying.getStore()?.atMs ?? this.#follower.time.wallMs(),
  }
  #controls: Controls | undefined
  #isRetiring = false
  #hasBegun = false

  constructor(
    config: Config,
    log: SharedLog,
    { warn, mustEnd }: ReplicaWatching,
    { meters, local }: { readonly meters: ReplicaMeters; readonly local?: LocalState | undefined },
  ) {
    this.#config = config
    this.#log = log
    this.#local = local
    this.#skips = new Skips(log)
    this.#meters = meters
    const name = config.replica ?? `${hostname()}-${process.pid}`
    this.#follower = new LogFollower(
      log,
      {
        apply: (record) =>
          this.#applying
            .run(record, () => this.#applier.apply(record))
            .catch((error) => {
              if (error instanceof SwitchedError) mustEnd(error)
              throw error
            }),
        between: (place, workMs) =>
          this.#applying.run(place, () => this.#snapshots.consider(place, workMs)),
        restart: (before) => this.#starting.restart(before),
        warn,
      },
      { name, version: versionText(ownVersion), options: optionsOf(config) },
    )
    // The start of the process separates it from an earlier one of this name.
    this.#process = `${name}/${processStartMs}`
    this.#proposals = new Proposals(
      log,
      this.#follower,
      { owner: name, process: this.#process },
      meters,
    )
    this.#requests = new SharedRequests({
      ...{ name, follower: this.#follower, proposals: this.#proposals },
      journalOf: (handle) => (this.#parts.get(handle) as WorldParts).journal,
    })
    this.#advanceRequests = new AdvanceRequests({
      ...{ name, process: this.#process, warn, advances: this.#advances },
      ...{ proposals: this.#proposals, follower: this.#follower },
    })
    this.#callers = new CallerChanges(this.#proposals)
    this.#deliveries = new ReplicaDeliveries({
      ...{ log, process: this.#process, proposals: this.#proposals, follower: this.#follower },
      handles: () => this.#open,
      isApplying: () => this.#applying.getStore() !== undefined,
      outside: (call) => this.#applying.exit(call),
    })
    this.#usage = new UsageReports({
      ...{ log, process: this.#process, proposals: this.#proposals, follower: this.#follower },
      handles: () => this.#open,
    })
    this.#snapshots = new SandboxSnapshots({
      ...{ log, name, process: this.#process, warn, local },
      at: (place, call) => this.#applying.run(place, call),
    })
    this.#starting = new StartingState({
      ...{ log, warn, sandbox: config.sandbox, skips: this.#skips, snapshots: this.#snapshots },
      ...{ remembered: this.#remembered, advances: this.#advances },
      controls: () => this.#controls,
      at: (place, call) => this.#applying.run(place, call),
    })
    this.#applier = new RecordApplier({
      ...{ log, meters, skips: this.#skips, proposals: this.#proposals, follower: this.#follower },
      ...{ remembered: this.#remembered, advances: this.#advances },
      ...{ snapshots: this.#snapshots, requests: this.#requests },
      ...{ callers: this.#callers, deliveries: this.#deliveries, usage: this.#usage },
      handleOf: (world) => this.#handleOf(world),
      handles: () => this.#open,
      controls: () => this.#controls as Controls,
      warn,
    })
    this.#gate = new ReadGate(this.#follower, config.reads, meters)
    this.#worldTime = new WorldTime(log, this.#follower, meters)
    this.#operations = new OrderedOperations({
      ...{ name, follower: this.#follower, proposals: this.#proposals },
      ...{ requests: this.#requests, advances: this.#advanceRequests },
      ...{ remembered: this.#remembered, deliveries: this.#deliveries },
      handleOf: (world) => this.#handleOf(world),
      leaves: () => (this.#isRetiring ? 'the server is stopping' : undefined),
    })
  }

  readonly sharesConnections = false

  /** Metrics of a replica, beside those of any server. */
  readonly meters = () => [this.#meters.metrics(this.#follower, this.#snapshots.newestMs)]

  get before(): ReadGate['onRequest'] {
    return this.#gate.onRequest
  }

  get headersFor(): ReadGate['headersFor'] {
    return this.#gate.headersFor
  }

  get after(): ReadGate['onSend'] {
    return this.#gate.onSend
  }

  /** Runs a change, which nothing else has to wait for. */
  run<Result>(change: () => Promise<Result>): Promise<Result> {
    return change()
  }

  async shared(): Promise<void> {}

  async close(): Promise<void> {}

  /** Makes a world propose its actions instead of applying them. */
  prepare(handle: WorldHandle): void {
    this.#handles.set(handle.name, handle)
    // Rules and windows count from zero after each record that sets them.
    const place = () => this.#applying.getStore()?.position ?? 0
    handle.faults.countTogether(new RuleCounts(this.#log, handle.name, place))
    const windows = new ReplicatedWindows({
      ...{ log: this.#log, world: handle.name, place },
      live: () => this.#follower.membership.live.length,
      nowMs: () => this.#follower.time.nowMs(),
    })
    handle.rateLimiter.countTogether(windows)
    const journal = new MergedJournal({
      ...{ log: this.#log, own: handle.journal, world: handle.name, process: this.#process, place },
      size: this.#config.journal,
      engineMs: (processMs) => this.#follower.time.nowMs() - (monotonicMs() - processMs),
    })
    this.#parts.set(handle, { windows, journal })
    this.#deliveries.share(handle)
    handle.logs = journal
    handle.accounts.collectUsage = async () =>
      refuseMissing(await this.#usage.collect(handle).catch(refuseWithoutLog))
    handle.accounts.collectLogs = async () => refuseMissing(await this.#requests.collectAll(handle))
    handle.accounts.share({
      order: (change) =>
        this.#applying.getStore() ? undefined : this.#callers.order(handle, change),
      store: () => void this.#usage.report(handle).catch(() => {}),
    })
    handle.world.orderChanges({
      orderPass: () => (this.#applying.getStore() ? undefined : this.#worldTime.pass(handle)),
      orderWait: () => this.#applying.exit(() => void this.#worldTime.wait(handle)),
      order: (actions) =>
        this.#applying.getStore() ? undefined : this.#proposeActions(handle.name, actions),
      outside: (call) => this.#applying.exit(call),
    })
  }

  /** Open worlds. */
  get #open(): readonly WorldHandle[] {
    for (const [name, { world }] of this.#handles) if (world.isClosed) this.#handles.delete(name)
    return [...this.#handles.values()]
  }

  #handleOf(name: string): WorldHandle | undefined {
    const handle = this.#handles.get(name)
    return handle?.world.isClosed ? undefined : handle
  }

  /** Makes operations that change something records. */
  inFrontOf(controls: Controls): Controls {
    this.#controls = controls
    return {
      of: (name) => {
        const control = controls.of(name)
        return {
          perform: (...given) => this.#operations.perform(name ?? mainWorldName, control, ...given),
        }
      },
    }
  }

  /**
   * Applies the log up to its head, from the newest snapshot on.
   * @throws StateError when it belongs to another start
   */
  async begin({ worlds }: { readonly worlds: Worlds }): Promise<void> {
    const begin = beginning(this.#config, worlds.main.world)
    this.#snapshots.serve(
      {
        ...{ worlds, remembered: this.#remembered, advances: this.#advances },
        partsOf: (handle) => this.#parts.get(handle) as WorldParts,
      },
      begin,
    )
    const appended = this.#log.append({ world: mainWorldName, do: 'begin', ...begin }, 0)
    await Promise.all([appended, this.#skips.load()])
    const place = await this.#starting.placeAfterMigration()
    await this.#follower.begin(place, () => this.#worldTime.resume())
    if (this.#follower.halted !== undefined) throw new StateError(this.#follower.halted)
    this.#hasBegun = true
  }

  /** Is not ready from now on; resolves when balancers that check it have noticed. */
  async retire(): Promise<void> {
    this.#isRetiring = true
    await sleep(retireMs)
  }

  /** Leaves the other replicas, after the last response. */
  async end(): Promise<void> {
    await this.#advanceRequests.end()
    await this.#deliveries.end()
    await this.#usage.end()
    if (this.#hasBegun) await this.#reportRequests()
    await this.#snapshots.end()
    const isWhole = this.#hasBegun && this.#follower.refusal === undefined
    this.#hasBegun = false
    await this.#follower.end()
    if (isWhole) await this.#snapshots.storeLocally(this.#follower.place)
    this.#local?.close()
  }

  /** Reports the requests that others would miss when this replica has left. */
  async #reportRequests(): Promise<void> {
    for (const handle of this.#open) await this.#requests.report(handle).catch(() => {})
  }

  async #proposeActions(world: string, actions: readonly Action[]): Promise<ActionResult[]> {
    const { outcome } = await this.#proposals
      .propose({ world, do: 'issue', input: actions })
      .catch(refuseWithoutLog)
    return resultOf(outcome) as ActionResult[]
  }
}

/** Refuses what would lack the requests to some replicas. @throws HttpError */
function refuseMissing(replicas: readonly string[]): void {
  if (replicas.length > 0)
    throw new HttpError(
      503,
      `the replicas ${replicas.join(', ')} did not report their requests; try again`,
      1,
    )
}
