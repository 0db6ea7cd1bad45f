import { Timestamp } from '../../model/time.js'
import { type MarketChoice, rankValueOf } from '../../runtime/choose-markets.js'
import { choicesNow } from '../../runtime/markets-at-start.js'
import { createSystemClock } from '../../runtime/system-clock.js'
import { expectOneStrategy, marketsWantedOf } from '../config/assign-markets.js'
import { loadConfig } from '../config/config.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { nearest } from '../config/nearest.js'
import { createLog } from '../screen/log.js'
import { printText } from '../screen/print-text.js'
import { textTable } from '../screen/text-table.js'
import { openFeedDoor } from '../wallet/feed-door.js'

/** Options beside the config. */
export interface MarketsFlags {
  readonly sort: string
  readonly taken?: boolean
  readonly json?: boolean
}

/** A market of the list. */
interface Row {
  readonly id: string
  readonly question: string
  /** Number of its strategy in the config; null: no strategy takes it. */
  readonly stanza: number | null
  readonly strategy: string | null
  readonly rank: number | null
  /** In the last 24 hours. */
  readonly volumeUsd: number | null
  readonly spreadTicks: number | null
  /** Middle of the best prices of YES, 0 to 1. */
  readonly middle: number | null
  /** Points per hour. */
  readonly rewardRate: number
  readonly secondsLeft: number | null
  readonly why: string
}

type Sort = (a: Row, b: Row) => number

/** Compares numbers in descending order; unknown ones come last. */
const most =
  (read: (row: Row) => number | null): Sort =>
  (a, b) =>
    (read(b) ?? Number.NEGATIVE_INFINITY) - (read(a) ?? Number.NEGATIVE_INFINITY) || byId(a, b)
const least =
  (read: (row: Row) => number | null): Sort =>
  (a, b) => {
    const [one, other] = [read(a) ?? Number.MAX_VALUE, read(b) ?? Number.MAX_VALUE]
    return one - other || byId(a, b)
  }
const byId: Sort = (a, b) => a.id.length - b.id.length || a.id.localeCompare(b.id)

const SORTS: Readonly<Record<string, Sort>> = {
  id: byId,
  strategy: (a, b) => least(({ stanza }) => stanza)(a, b) || least(({ rank }) => rank)(a, b),
  rank: least(({ rank }) => rank),
  volume: most(({ volumeUsd }) => volumeUsd),
  spread: most(({ spreadTicks }) => spreadTicks),
  reward: most(({ rewardRate }) => rewardRate),
  ends: least(({ secondsLeft }) => secondsLeft),
}

/** Prints the markets that a config wants now. Rejects with an `ExitError`, or with an error of the venue. */
export async function listChoices(file: string, flags: MarketsFlags): Promise<ExitCode> {
  const sort = SORTS[flags.sort]
  if (sort === undefined) throw new ExitError(ExitCode.USAGE, unknownSort(flags.sort))
  const loaded = await loadConfig(file)
  expectOneStrategy(loaded)
  const clock = createSystemClock()
  const door = await openFeedDoor({ loaded, log: await createLog(), clock, environment: process.env })
  const { venue } = door
  try {
    const choices = await choicesNow(venue, marketsWantedOf(loaded), clock)
    const now = Timestamp.of(clock.now() + clock.wallOffset())
    const names = loaded.config.strategies.map(({ strategy }) => strategy)
    const all = choices.map(choice => rowOf(choice, names, now)).toSorted(sort)
    const rows = flags.taken === true ? all.filter(({ stanza }) => stanza !== null) : all
    printText(flags.json === true ? `${JSON.stringify({ markets: rows })}\n` : textOf(rows, all))
    return ExitCode.DONE
  } finally {
    await door.close()
  }
}

function unknownSort(found: string): string {
  const meant = nearest(found, Object.keys(SORTS))
  const hint = meant === null ? '' : `; did you mean "${meant}"?`
  return `--sort: expected ${Object.keys(SORTS).join(', ')}, found "${found}"${hint}`
}

function rowOf({ offer, stanza, rank, why }: MarketChoice, names: readonly string[], now: Timestamp): Row {
  const { market, volumeUsd, spreadTicks, middle = null } = offer
  return {
    id: market.id,
    question: market.question,
    stanza,
    strategy: stanza === null ? null : (names[stanza] ?? null),
    rank,
    volumeUsd,
    spreadTicks,
    middle,
    rewardRate: rankValueOf('rewardRate', offer, now) ?? 0,
    secondsLeft: rounded(rankValueOf('secondsLeft', offer, now)),
    why,
  }
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value))

const HEAD = ['market', 'strategy', 'rank', '24 h USDT', 'spread', 'middle', 'points/h', 'ends in', 'why', 'question']
const QUESTION_MAX = 48

function textOf(rows: readonly Row[], all: readonly Row[]): string {
  const taken = all.filter(({ stanza }) => stanza !== null).length
  const cells = rows.map(row => [
    row.id,
    row.strategy ?? '-',
    row.rank === null ? '-' : String(row.rank),
    row.volumeUsd === null ? '-' : row.volumeUsd.toFixed(0),
    row.spreadTicks === null ? '-' : String(Math.round(row.spreadTicks * 10) / 10),
    row.middle === null ? '-' : String(row.middle),
    row.rewardRate === 0 ? '-' : String(row.rewardRate),
    row.secondsLeft === null ? '-' : inWords(row.secondsLeft),
    row.why,
    row.question.length > QUESTION_MAX ? `${row.question.slice(0, QUESTION_MAX - 1)}…` : row.question,
  ])
  const table = rows.length === 0 ? '' : `${textTable(HEAD, cells)}\n`
  return `${table}${taken} of ${all.length} open markets are taken\n`
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`
}
