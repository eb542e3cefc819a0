/** Metric in the form that prom-client aggregates. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly values: readonly Sample[]
  /** Aggregation over several processes. */
  readonly aggregator: 'sum' | 'max'
}

export interface Sample {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  /** Name of the sample, if it is not the metric's name. */
  readonly metricName?: string
}

/** Builds a metric with samples. */
export const metric = (
  type: Metric['type'],
  name: string,
  help: string,
  values: readonly Sample[],
  aggregator: Metric['aggregator'] = 'sum',
): Metric => ({ name, help, type, values, aggregator })

/** Builds a gauge of one value. */
export const gauge = (name: string, help: string, value: number): Metric =>
  metric('gauge', name, help, [{ labels: {}, value }])

/** Builds a counter of one value. */
export const counter = (name: string, help: string, value: number): Metric =>
  metric('counter', name, help, [{ labels: {}, value }])
