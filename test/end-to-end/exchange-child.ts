import { startExchange } from '../../src/exchange.js'
import { Timestamp } from '../../src/model/time.js'

/**
 * An exchange in a process of its own, started as `jiti exchange-child.ts PORT FOLDER SEED MARKETS NOISE LIMITS`. NOISE is how often the crowd
 * trades without a reason, per market and second; LIMITS `none` counts no calls. It says where it is in one line of JSON, and may be killed and
 * started again on the same port and folder.
 */
const [port = '0', data = ':memory:', seed = '1', count = '20', noise = '0.5', limits = 'usual'] = process.argv.slice(2)

const QUESTIONS = Array.from({ length: Number(count) }, (_, index) => ({
  question: `Will ship ${index + 1} of the northern line arrive before ship ${index + 2} today?`,
  title: `Ship ${index + 1} first`,
  endsInMinutes: null,
}))

const exchange = await startExchange({
  port: Number(port),
  data,
  seed: Number(seed),
  markets: QUESTIONS,
  crowd: { kind: 'synthetic', noiseASecond: Number(noise) },
  ...(limits === 'none' && { rateLimits: null }),
})
const { close, ...told } = exchange
process.stdout.write(`${JSON.stringify({ ...told, startedAt: Timestamp.ofMs(Date.now()) })}\n`)
process.on('SIGTERM', () => {
  void close().then(() => process.exit(0))
})
