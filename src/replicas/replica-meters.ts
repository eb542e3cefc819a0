import { Durations } from '../http/server/durations.ts'
import { counter, gauge, type Metric, metric } from '../http/server/metric.ts'
import type { LogFollower } from './following/log-follower.ts'

/** Counts of a replica since its start. */
export class ReplicaMeters {
  readonly appends = new Durations()
  readonly applications = new Durations()
  lost = 0
  refused = 0
  unknown = 0
  stale = 0

  /** Counts an append that the log has responded to. @param seconds until its response */
  appended(seconds: number, isLost: boolean): void {
    this.appends.add(seconds)
    if (isLost) this.lost++
  }

  /**
   * Builds the metrics of a replica, for Prometheus: docs/replicas.md.
   * @param snapshotMs engine's time of the newest snapshot; 0: none
   */
  metrics(follower: LogFollower, snapshotMs: number): Metric[] {
    const append = 'snowglobe_log_append_seconds'
    const apply = 'snowglobe_log_apply_seconds'
    return [
      gauge('snowglobe_log_position', 'Position of the last applied record', follower.position),
      gauge('snowglobe_log_head', 'Last known position of the end of the log', follower.head),
      gauge(
        'snowglobe_log_lag_seconds',
        'How long the earliest record that is not applied has been known; 0 at the head',
        follower.lagSeconds,
      ),
      metric(
        'histogram',
        append,
        'Time until the log has responded to an append',
        this.appends.samples(append),
      ),
      metric(
        'histogram',
        apply,
        'Time in which a record was applied',
        this.applications.samples(apply),
      ),
      counter(
        'snowglobe_log_lost_total',
        'Records for one position that came after another record',
        this.lost,
      ),
      counter(
        'snowglobe_log_refused_total',
        'Applied records that the rules of their world refused, of all replicas',
        this.refused,
      ),
      counter(
        'snowglobe_log_unknown_total',
        'Changes whose outcome was reported as unknown',
        this.unknown,
      ),
      gauge(
        'snowglobe_engine_up',
        'Whether the database of the log responds',
        follower.contact.awaySeconds === undefined ? 1 : 0,
      ),
      gauge(
        'snowglobe_snapshot_age_seconds',
        'Age of the newest snapshot; NaN: there is none',
        snapshotMs === 0 ? Number.NaN : (follower.time.nowMs() - snapshotMs) / 1000,
      ),
      gauge(
        'snowglobe_replicas_live',
        'Live replicas at the last contact',
        follower.membership.live.length,
      ),
      counter(
        'snowglobe_stale_answers_total',
        'Responses with x-snowglobe-stale: the log could not be reached',
        this.stale,
      ),
      gauge(
        'snowglobe_halted',
        'Whether a record could not be applied, and none after it will be',
        follower.halted === undefined ? 0 : 1,
      ),
    ]
  }
}
