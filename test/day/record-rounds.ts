import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFeed } from '../../src/cli/config/load-feeds.js'
import { loadVenue } from '../../src/cli/config/load-venue.js'
import { packageVersion } from '../../src/cli/config/package-manifest.js'
import { readVenue } from '../../src/cli/config/read-venue.js'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { type ConfiguredFeed, openFeeds } from '../../src/feeds/open-feeds.js'
import type { RunClock } from '../../src/model/time.js'
import type { LogHeader } from '../../src/recording/log/log-record.js'
import { type InputLogWriter, writeInputLog } from '../../src/recording/log/write-input-log.js'
import { feedVenue } from '../../src/runtime/feed-venue.js'
import { recordAsTheyOpen } from '../../src/runtime/record-as-they-open.js'
import { type FeedRecorder, type RecordedCounts, recordFeed } from '../../src/runtime/record-feed.js'
import { createPredictVenue, type PredictVenue } from '../../src/venues/predict/predict-venue.js'
import { stampOf, virtualScheduler, WORLD } from '../simulation/virtual-time.js'
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
  const place: Place = { world, folder, clock: { now: () => stampOf(world.time.now), wallOffset: () => 0 } }
  const counts = { frames: 0, events: 0, logs: 0 }
  try {
    await world.furnish()
    const venue = venueIn(place)
    const prices = await recordPrices(place, venue, counts)
    const recorder = await world.until(
      recordAsTheyOpen({
        ...{ venue, counts, ...common(place) },
        list: () => venue.markets({ open: true }),
        everyMs: LOOK_EVERY_MS,
        scheduler: virtualScheduler(world.time, WORLD, 'look'),
        open: markets => openLog(place, String(markets[0]?.id), { markets }),
        onNotice: (level, text) => {
          if (level !== 'info') world.fail(new Error(text))
        },
      }),
    )
    await world.pass(hours, async hour => void process.stderr.write(`hour ${hour}\n`))
    await world.until(Promise.all([recorder.stop(), prices.stop()]))
    return { markets: recorder.markets(), events: counts.events }
  } finally {
    world.close()
  }
}

/** Where it is recorded, and into which folder. */
interface Place {
  readonly world: DayWorld
  readonly clock: RunClock
  readonly folder: string
}

const common = ({ world, clock }: Place) => ({
  clock,
  rotateEvery: Number.POSITIVE_INFINITY,
  onFailure: (error: unknown) => world.fail(error),
})

const venueIn = ({ world, clock }: Place): PredictVenue =>
  createPredictVenue({
    ...{ baseUrl: BASE_URL, wsUrl: `${BASE_URL}/ws`, rpcUrl: `${BASE_URL}/rpc`, apiKey: API_KEY },
    ...{ clock, wires: dayWires(world, clock) },
  })

/** A log of the prices alone, since those of rounds end with their rounds. */
async function recordPrices(place: Place, venue: PredictVenue, counts: RecordedCounts): Promise<FeedRecorder> {
  const definition = await loadFeed('venue', '.')
  const feeds = PRICES.map(name => ({ name, definition, config: { feed: name }, silentMaxMs: null }) satisfies ConfiguredFeed)
  const { frames, over } = openFeeds(feeds, {
    wires: dayWires(place.world, place.clock),
    environment: {},
    venue: { ...feedVenue(venue, async () => venueIn(place)), ...readVenue(await loadVenue('predict', '.')) },
  })
  return recordFeed({
    ...{ counts, markets: [], ...common(place) },
    venue: { feed: () => frames, decoder: () => over({ decode: () => [] }) },
    open: () =>
      openLog(place, 'feeds', {
        markets: [],
        feeds: PRICES.map(name => ({ name, source: 'venue', folder: null, config: { feed: name } })),
      }),
  })
}

const openLog = (
  { world, clock, folder }: Place,
  name: string,
  told: Pick<LogHeader, 'markets'> & Partial<Pick<LogHeader, 'feeds'>>,
): InputLogWriter =>
  writeInputLog({
    file: join(folder, `${name}.ndjson.gz`),
    onProblem: text => world.fail(new Error(text)),
    header: {
      ...{ startedAt: clock.now(), oddsmith: packageVersion(), nodeMajor: Number(process.versions.node.split('.')[0]) },
      ...{ venue: 'predict', settings: {}, assignments: [], state: freshDeskState(0), ...told },
    },
  })

if (process.argv[1]?.endsWith('record-rounds.ts') === true) await main()
