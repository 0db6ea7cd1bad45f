import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFeed } from '../../src/cli/config/load-feeds.js'
import { loadVenue } from '../../src/cli/config/load-venue.js'
import { packageVersion } from '../../src/cli/config/package-version.js'
import { readVenue } from '../../src/cli/config/run-decoders.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { type ConfiguredFeed, openFeeds } from '../../src/feeds/open-feeds.js'
import { type MarketId, MarketIndex } from '../../src/model/ids.js'
import type { Market } from '../../src/model/market.js'
import type { RunClock } from '../../src/model/time.js'
import type { LoggedFeed } from '../../src/recording/log/log-record.js'
import { type InputLogWriter, writeInputLog } from '../../src/recording/log/write-input-log.js'
import { feedVenue } from '../../src/runtime/feed-venue.js'
import { type FeedRecorder, recordFeed } from '../../src/runtime/record-feed.js'
import { createPredictVenue, type PredictVenue } from '../../src/venues/predict/predict-venue.js'
import { stampOf } from '../simulation/virtual-time.js'
import { dayWires } from './day-wires.js'
import { API_KEY, BASE_URL, DayWorld } from './day-world.js'

const HELP = `Usage: npm run record-rounds -- FOLDER [--hours N] [--minutes N] [--crowd-every MS] [--seed N]

Records rounds of crypto prices from the exchange's own world, with the prices that decide them, in virtual time: a day takes minutes.
"oddsmith import auto FOLDER --out DIR" makes a recording of it.

  --hours        how long the world goes on (24)
  --minutes      how long a round lasts (5)
  --crowd-every  how often the crowd acts, in ms (1000; the exchange's own crowd does every 100)
  --seed         which world (7)
`

const PRICES = ['BTC', 'ETH', 'BNB']
const REWARDS_PER_HOUR = 60
const LOOK_EVERY_MS = 1_000
const HOUR_US = 3_600_000_000

interface Plan {
  readonly folder: string
  readonly hours: number
  readonly minutes: number
  readonly crowdEveryMs: number
  readonly seed: number
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      hours: { type: 'string', default: '24' },
      minutes: { type: 'string', default: '5' },
      'crowd-every': { type: 'string', default: '1000' },
      seed: { type: 'string', default: '7' },
      help: { type: 'boolean', default: false },
    },
  })
  const [folder] = positionals
  if (values.help || folder === undefined) return void process.stdout.write(HELP)
  const { markets, events } = await recordRounds({
    folder: resolve(folder),
    hours: Number(values.hours),
    minutes: Number(values.minutes),
    crowdEveryMs: Number(values['crowd-every']),
    seed: Number(values.seed),
  })
  process.stdout.write(`${folder}: ${events} events of ${markets} markets\n`)
}

/** Lets a world of rounds go on in virtual time and records each round until its result is known. Says how much there is. */
export async function recordRounds({ folder, hours, minutes, crowdEveryMs, seed }: Plan) {
  mkdirSync(folder, { recursive: true })
  const rounds = PRICES.map(feed => ({ feed, minutes, rewardsPerHour: REWARDS_PER_HOUR }))
  const world = new DayWorld({ seed, purses: {}, onlookers: [], own: { rounds, crowdEveryMs } })
  const clock: RunClock = { now: () => stampOf(world.time.now), wallOffset: () => 0 }
  const recorder = new RoundsRecorder(world, clock, folder)
  try {
    await world.furnish()
    await recorder.listen()
    for (let look = 0; look < (hours * 3_600_000) / LOOK_EVERY_MS; look++) {
      await world.until(recorder.look())
      await world.until(world.sleep(LOOK_EVERY_MS))
      if ((look * LOOK_EVERY_MS) % (HOUR_US / 1_000) === 0) process.stderr.write(`hour ${(look * LOOK_EVERY_MS) / 3_600_000}\n`)
    }
    await recorder.stop()
    return { markets: recorder.markets, events: recorder.counts.events }
  } finally {
    world.close()
  }
}

/** A log of the prices, and one of each group of rounds that opened together. */
class RoundsRecorder {
  readonly counts = { frames: 0, events: 0, logs: 0 }
  readonly #world: DayWorld
  readonly #clock: RunClock
  readonly #folder: string
  readonly #seen = new Set<MarketId>()
  readonly #groups = new Set<FeedRecorder>()
  readonly #ended: Promise<void>[] = []
  readonly #venue: PredictVenue
  #prices: FeedRecorder | null = null

  constructor(world: DayWorld, clock: RunClock, folder: string) {
    this.#world = world
    this.#clock = clock
    this.#folder = folder
    this.#venue = this.#openVenue()
  }

  get markets(): number {
    return this.#seen.size
  }

  /** Records the prices from now on. */
  async listen(): Promise<void> {
    const definition = await loadFeed('venue', '.')
    const feeds = PRICES.map(name => ({ name, definition, config: { feed: name }, silentMaxMs: null }) satisfies ConfiguredFeed)
    const logged = PRICES.map(name => ({ name, source: 'venue', folder: null, config: { feed: name } }) satisfies LoggedFeed)
    const { frames, over } = openFeeds(feeds, {
      wires: dayWires(this.#world, this.#clock),
      environment: {},
      venue: {
        ...feedVenue(this.#venue, async () => this.#openVenue()),
        ...readVenue(await loadVenue('predict', '.')),
      },
    })
    this.#record({ feed: () => frames, decoder: () => over({ decode: () => [] }) }, [], () => this.#open('feeds', [], logged))
  }

  /** Begins with the rounds that opened since the last look, and ends with those that are decided. */
  async look(): Promise<void> {
    for (const group of this.#groups) if (this.#isOver(group)) this.#end(group)
    const found = await this.#venue.markets({ open: true })
    const opened = found.filter(({ id }) => !this.#seen.has(id)).map((market, at) => ({ ...market, index: MarketIndex.of(at) }))
    if (opened.length === 0) return
    for (const { id } of opened) this.#seen.add(id)
    this.#record(this.#venue, opened, markets => this.#open(String(opened[0]?.id), markets, null))
  }

  async stop(): Promise<void> {
    for (const group of this.#groups) this.#end(group)
    await Promise.all(this.#ended)
  }

  /** The log of the prices has no market, and goes on to the end. */
  readonly #isOver = (group: FeedRecorder): boolean => group !== this.#prices && group.isOver()

  #record(
    venue: Parameters<typeof recordFeed>[0]['venue'],
    markets: readonly Market[],
    open: (markets: readonly Market[]) => InputLogWriter,
  ): void {
    const { counts } = this
    const onFailure = (error: unknown): void => this.#world.fail(error)
    const group = recordFeed({
      ...{ venue, markets, clock: this.#clock, open, counts, onFailure },
      rotateEvery: Number.POSITIVE_INFINITY,
    })
    if (markets.length === 0) this.#prices = group
    this.#groups.add(group)
  }

  #end(group: FeedRecorder): void {
    this.#groups.delete(group)
    this.#ended.push(this.#world.during(() => group.stop()))
  }

  #open(name: string, markets: readonly Market[], feeds: readonly LoggedFeed[] | null): InputLogWriter {
    return writeInputLog({
      file: join(this.#folder, `${name}.ndjson.gz`),
      onProblem: text => this.#world.fail(new Error(text)),
      header: {
        startedAt: this.#clock.now(),
        oddsmith: packageVersion(),
        nodeMajor: Number(process.versions.node.split('.')[0]),
        venue: 'predict',
        markets,
        settings: {},
        assignments: [],
        ...(feeds !== null && { feeds }),
        state: freshDeskState(0),
      },
    })
  }

  #openVenue(): PredictVenue {
    return createPredictVenue({
      ...{ baseUrl: BASE_URL, wsUrl: `${BASE_URL}/ws`, rpcUrl: `${BASE_URL}/rpc`, apiKey: API_KEY },
      clock: this.#clock,
      wires: dayWires(this.#world, this.#clock),
    })
  }
}

if (process.argv[1]?.endsWith('record-rounds.ts') === true) await main()
