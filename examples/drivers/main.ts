/**
 * Runs both drivers: a strategy over a recording, then ten seconds on paper.
 *
 *   npx jiti examples/drivers/main.ts
 */
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { quoteRecording } from './quote-a-recording.js'
import { tradeOnPaper } from './trade-on-paper.js'

const sample = fileURLToPath(new URL('../../data/sample/harbour.ndjson.gz', import.meta.url))
console.log(await quoteRecording(sample, 'two-sided', { sizeShares: 20 }))
console.log(await tradeOnPaper('two-sided', () => pause(10_000)))
