import { Counter, Gauge, type OpenMetricsContentType, type Metric as RegisteredMetric, Registry } from 'prom-client'
import type { Histogram } from '../schemas-run.js'
import type { Measured, Metric, Sample } from './metric.js'
import { METRICS } from './metrics.js'

export const METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE

type Texts = Registry<OpenMetricsContentType>

/** All metrics in the text format of OpenMetrics. They are read from one copy, so the numbers are consistent. */
export function metricsText(measured: Measured): Promise<string> {
  const registry: Texts = new Registry<OpenMetricsContentType>()
  registry.setContentType(METRICS_TYPE)
  for (const metric of METRICS) {
    if (metric.kind === 'histogram') addHistogram(registry, metric, metric.read(measured))
    else addSamples(registry, metric, metric.read(measured))
  }
  return registry.metrics()
}

function addSamples(
  registry: Texts,
  metric: Metric & { readonly kind: 'gauge' | 'counter' },
  samples: readonly Sample[],
): void {
  const { name, help, labels: labelNames = [] } = metric
  const options = { name, help, labelNames, registers: [registry] }
  if (metric.kind === 'gauge') {
    const gauge = new Gauge(options)
    // The library begins a metric without labels at 0; without it, an unknown value has no sample.
    gauge.remove({})
    for (const [value, labels = {}] of samples) gauge.set(labels, value)
    return
  }
  const counter = new Counter(options)
  counter.remove({})
  for (const [value, labels = {}] of samples) counter.inc(labels, value)
}

/** The library counts single observations. These were counted in the trading thread, so their sums are passed as they are. */
function addHistogram(registry: Texts, { name, help }: Metric, histogram: Histogram): void {
  const metric = {
    name,
    get: () => Promise.resolve({ name, help, type: 'histogram', values: [...histogramValues(name, histogram)] }),
  }
  registry.registerMetric(metric as unknown as RegisteredMetric)
}

function* histogramValues(name: string, { boundsMs, counts, sumMs, count }: Histogram) {
  let below = 0
  for (const [place, each] of counts.entries()) {
    below += each
    const bound = boundsMs[place]
    yield { metricName: `${name}_bucket`, labels: { le: bound === undefined ? '+Inf' : decimal(bound / 1_000) }, value: below }
  }
  yield { metricName: `${name}_sum`, labels: {}, value: sumMs / 1_000 }
  yield { metricName: `${name}_count`, labels: {}, value: count }
}

/** Writes bounds as OpenMetrics requires: 1 is 1.0. */
const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))
