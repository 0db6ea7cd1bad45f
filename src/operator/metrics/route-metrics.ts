import type { Context, Hono } from 'hono'
import type { DoorParts } from '../door-parts.js'
import { type DoorEnvironment, guardToken } from '../guard-requests.js'
import { METRICS_TYPE, metricsText } from './metrics-text.js'

/** A scraper comes every few seconds: a recent copy made for an open page is good enough, and costs the trading thread nothing. */
const SCRAPED_MS = 1_500

/** Adds `/metrics`, for clients with a token or for every program on this computer. */
export function routeMetrics(app: Hono<DoorEnvironment>, { copies, alerts, task, tokens }: DoorParts): void {
  const read = async (context: Context): Promise<Response> => {
    const found = await copies.fresh(null, SCRAPED_MS)
    // If the trading thread hangs, the scraper gets no numbers, which is better than old ones.
    if (found === null) return context.text('the trading thread did not answer within two seconds\n', 503)
    const text = await metricsText({ run: found.copy, alerts: alerts.copy })
    return context.body(text, 200, { 'Content-Type': METRICS_TYPE })
  }
  if (task.metrics === 'token') app.use('/metrics', guardToken(tokens))
  app.get('/metrics', read)
}
