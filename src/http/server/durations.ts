import type { Sample } from './metric.ts'

/** Upper bounds in seconds, ascending. */
const bounds: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

/** Counts durations for a histogram. */
export class Durations {
  /** Number of durations up to each bound of the same index; the last one counts the longer ones. */
  readonly #counts: number[] = Array(bounds.length + 1).fill(0)
  #seconds = 0

  add(seconds: number): void {
    const place = bounds.findIndex((bound) => seconds <= bound)
    ;(this.#counts[place === -1 ? bounds.length : place] as number)++
    this.#seconds += seconds
  }

  /** Builds the samples of a histogram; a bucket includes the smaller ones. */
  samples(name: string, labels: Sample['labels'] = {}): Sample[] {
    let count = 0
    const buckets = this.#counts.map((more, place) => {
      count += more
      const le = bounds[place] ?? '+Inf'
      return { labels: { ...labels, le }, value: count, metricName: `${name}_bucket` }
    })
    return [
      ...buckets,
      { labels, value: this.#seconds, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  }
}
