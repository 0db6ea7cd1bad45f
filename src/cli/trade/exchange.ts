import { setTimeout as pause } from 'node:timers/promises'
import { isOrigin } from '../../exchange/server/http/cors.js'
import { ROUND_MINUTES_MAX } from '../../exchange/server/markets/rounds-seed.js'
import { createPriceFeeds } from '../../exchange/server/prices/price-feed.js'
import {
  DEFAULT_RECORDED_WORLD,
  DEFAULT_WORLD,
  type ExchangeOptions,
  type RunningExchange,
  StartError,
  startExchange,
} from '../../exchange.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { choiceOf, loadFaults, loadWorld } from '../config/load-world.js'
import type { AskedToStop } from '../screen/asked-to-stop.js'
import { createLog } from '../screen/log.js'
import { printText } from '../screen/print-text.js'

/** Options of the exchange. */
export interface ExchangeFlags {
  readonly world?: string
  readonly port?: string
  readonly host?: string
  readonly data?: string
  readonly seed?: string
  readonly crowd?: string
  readonly recording?: string
  readonly speed?: string
  readonly loop?: boolean
  readonly rounds?: string
  readonly searches?: string
  readonly cors: readonly string[]
  readonly faults?: string
  readonly json?: boolean
}

/** How long clients of the stream are still served after the shutdown notice, if there are any. */
const DRAIN_MS = 1_000
/** How long an exchange that is stopped during its start may take to start, so that it can be closed in order. */
const START_MS = 2_000
const DATA = 'state/exchange'

/** Serves until it is stopped. When ready, it prints its addresses and keys to stdout; if it is stopped before that, it prints nothing. */
export async function serveExchange(flags: ExchangeFlags, stop: AskedToStop): Promise<ExitCode> {
  const log = await createLog()
  const world = worldOf(flags)
  const options = { data: DATA, drainMs: DRAIN_MS, ...world, ...wishesOf(flags, world) }
  if (stop.signal !== null) return ExitCode.DONE
  const starting = start({ ...options, log: (text, fields) => log.info(fields ?? {}, text) }, flags)
  // While it waits for the venue of its crowd, there is nothing to close.
  const exchange = await Promise.race([starting, stop.first.then(() => pause(START_MS, null, { ref: false }))])
  if (exchange === null) return ExitCode.DONE
  if (stop.signal === null) printText(flags.json === true ? `${readyJson(exchange)}\n` : readyText(exchange))
  log.info(`stopping: ${await stop.first}`)
  await exchange.close()
  return ExitCode.DONE
}

/** Mistakes that the schema cannot detect, such as two markets with the same name, are reported by the exchange itself. */
async function start(options: ExchangeOptions, { world, faults }: ExchangeFlags): Promise<RunningExchange> {
  try {
    return await startExchange(options)
  } catch (error) {
    if (error instanceof StartError) throw new ExitError(exitCodeOf(error), error.message, error)
    if (!(error instanceof RangeError)) throw error
    // The faults of the command line replace those of the world file.
    const file = error.message.startsWith('faults.') ? (faults ?? world) : world
    if (file === undefined) throw error
    throw new ExitError(ExitCode.USAGE, `${file}: ${error.message}`, error)
  }
}

/** Two exchanges on the same data would write two histories. */
const exitCodeOf = ({ obstacle }: StartError): ExitCode => (obstacle === 'held' ? ExitCode.REFUSED : ExitCode.FAILED)

function readyJson({ baseUrl, wsUrl, rpcUrl, apiKey, adminToken, chainId, accounts, markets }: RunningExchange): string {
  return JSON.stringify({ baseUrl, wsUrl, rpcUrl, apiKey, adminToken, chainId, accounts, markets })
}

function worldOf({ world, recording }: ExchangeFlags): ExchangeOptions {
  if (world !== undefined) return loadWorld(world, process.env)
  return recording === undefined ? DEFAULT_WORLD : DEFAULT_RECORDED_WORLD
}

/** The options of the command line, each replacing that of the world file. */
function wishesOf(flags: ExchangeFlags, { rateLimits, priceFeeds, crowd }: ExchangeOptions): ExchangeOptions {
  const { port, host, data, seed, searches, cors } = flags
  const whole = (name: string, text: string, max: number): number => {
    if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text)
    throw new ExitError(ExitCode.USAGE, `--${name}: expected a whole number up to ${max}, found "${text}"`)
  }
  return {
    ...(host !== undefined && { host }),
    ...(port !== undefined && { port: whole('port', port, 65_535) }),
    ...(data !== undefined && { data }),
    ...crowdOf(flags, crowd),
    ...(flags.rounds !== undefined && { rounds: roundsOf(flags.rounds, priceFeeds) }),
    ...(searches !== undefined && { rateLimits: { ...rateLimits, searchPerMinute: whole('searches', searches, 1_000_000) } }),
    ...(cors.length > 0 && { cors: corsOf(flags) }),
    ...(flags.faults !== undefined && { faults: loadFaults(flags.faults) }),
    ...(seed !== undefined && { seed: whole('seed', seed, 999_999_999) }),
  }
}

function corsOf({ cors }: ExchangeFlags): readonly string[] {
  const wrong = cors.find(origin => !isOrigin(origin))
  if (wrong === undefined) return cors
  throw new ExitError(
    ExitCode.USAGE,
    `--cors: expected an origin without a path, such as https://example.org, or *, found "${wrong}"`,
  )
}

function roundsOf(text: string, priceFeeds: ExchangeOptions['priceFeeds']): NonNullable<ExchangeOptions['rounds']> {
  const feeds = createPriceFeeds(0, priceFeeds)
  return text.split(',').map(one => {
    const [, feed, minutes] = /^([A-Za-z0-9]{1,66}):(\d{1,4})$/.exec(one.trim()) ?? []
    if (feed === undefined || minutes === undefined || Number(minutes) === 0 || Number(minutes) > ROUND_MINUTES_MAX)
      throw new ExitError(
        ExitCode.USAGE,
        `--rounds: expected a feed and its minutes, up to a day, such as btc:5,eth:15, found "${one}"`,
      )
    if (feeds.feed(feed) !== null) return { feed, minutes: Number(minutes) }
    const known = choiceOf(feeds.all.map(({ symbol }) => symbol))
    throw new ExitError(ExitCode.USAGE, `--rounds: expected a price that the exchange has, ${known}, found "${feed}"`)
  })
}

function crowdOf(
  { crowd, recording, speed, loop }: ExchangeFlags,
  known: ExchangeOptions['crowd'],
): Pick<ExchangeOptions, 'crowd'> {
  const played = recording === undefined ? null : { kind: 'recorded' as const, file: recording, speed: 1, loop: false }
  const base = played ?? (crowd === undefined && known?.kind === 'recorded' ? known : null)
  if (base !== null) {
    const isLoop = loop ?? base.loop ?? false
    return { crowd: { ...base, loop: isLoop, ...(speed !== undefined && { speed: speedOf(speed) }) } }
  }
  if (crowd === undefined) return {}
  if (crowd === 'synthetic' || crowd === 'none') return { crowd: { kind: crowd } }
  throw new ExitError(ExitCode.USAGE, `--crowd: expected synthetic or none, found "${crowd}"`)
}

function speedOf(text: string): number {
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text) && Number(text) > 0) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--speed: expected a number above 0, such as 10 or 0.5, found "${text}"`)
}

function readyText({ baseUrl, wsUrl, rpcUrl, apiKey, adminToken, chainId, accounts, markets }: RunningExchange): string {
  return [
    `REST       ${baseUrl}`,
    `manual     ${baseUrl}/docs`,
    `WebSocket  ${wsUrl}`,
    `JSON-RPC   ${rpcUrl} (chain ${chainId})`,
    `API key    ${apiKey}`,
    `operator   ${baseUrl}/admin with x-admin-token ${adminToken}`,
    ...accounts.map(({ address, privateKey, usdt }) => `account    ${address} key ${privateKey} with ${usdt} USDT`),
    ...markets.map(({ id, question }) => `market     ${id} ${question}`),
    '',
  ].join('\n')
}
