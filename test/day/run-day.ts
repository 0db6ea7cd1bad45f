import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSigner } from '../../src/protocol/sign.js'
import { checkBalance } from '../exchange/core/check-balance.js'
import { BOT, BOT_KEY, DayBot } from './day-bot.js'
import { CHAIN_ID, DayWorld } from './day-world.js'
import { Guest } from './guest.js'
import { Listener } from './listener.js'
import { Reader } from './reader.js'
import { Tally } from './tally.js'
import { Visitor } from './visitor.js'

/** How an hour went. */
export interface HourRow {
  readonly hour: number
  /** Of the bot. */
  readonly fills: number
  readonly placed: number
  readonly markets: number
  /** Of the whole process after its garbage was collected, in MB. */
  readonly heapMb: number
  /** What typed arrays hold beside it, in MB: mostly the books of the markets that are open. */
  readonly buffersMb: number
  readonly seconds: number
}

/** What a day came to. */
export interface Day {
  readonly tally: Tally
  readonly hours: readonly HourRow[]
  /** Orders of the bot that the venue still shows at its end; null: it does not know. */
  readonly open: number | null
  /** What the bot believes less what the exchange has, in wei, by what it is of; empty where they agree. */
  readonly differences: Readonly<Record<string, bigint>>
  /** Answers to orders of the guests, by status. */
  readonly guestAnswers: ReadonlyMap<number, number>
  readonly notices: ReadonlyMap<string, number>
}

interface DayPlan {
  readonly seed: number
  readonly hours: number
  /** Called behind each hour. */
  readonly onHour?: ((row: HourRow) => void) | undefined
  /** What happens when the bot has stopped, in the same world. */
  readonly afterwards?: (scene: Afterwards) => Promise<void>
}

/** The world as a day leaves it. */
export interface Afterwards {
  readonly world: DayWorld
  readonly tally: Tally
  readonly reader: Reader
  readonly guests: readonly Guest[]
}

const READ_EVERY_MS = 600_000
const GUEST_EVERY_MS = 60_000
/** The second guest comes later and earns more: then the number of traders and the ranks change. */
const SECOND_AT_MS = 3_000_000
const EARNING_SHARES = [150n, 450n]
/** When the second guest tells who referred it. */
const REFERRED_AT_MS = 5_400_000
const GUEST_KEYS = [`0x${'71'.repeat(32)}`, `0x${'72'.repeat(32)}`]
const CALM_MS = 250_000
/** Settlements and what tells of them have come by then. */
const QUIET_MS = 15_000

/** Lets hours of the default world pass with the bot of `config/paper.yaml` in it, two guests who trade in every way, and a reader. */
export async function runDay({ seed, hours, onHour, afterwards }: DayPlan): Promise<Day> {
  const tally = new Tally()
  const purses = Object.fromEntries([
    [BOT.address, '10000'],
    ...GUEST_KEYS.map(key => [createSigner({ privateKey: key, chainId: CHAIN_ID }).address, '10000'] as const),
  ])
  const world = new DayWorld({ seed, purses, onlookers: [] })
  const bot = new DayBot(world)
  try {
    await world.furnish()
    const visitor = (name: string, key: string): Visitor => new Visitor({ world, tally, name, key })
    const botVisitor = visitor('bot', BOT_KEY)
    const guests = GUEST_KEYS.map(
      (key, index) =>
        new Guest({
          ...{ world, visitor: visitor(`guest ${index + 1}`, key) },
          salt: 1 + index * 1_000_000,
          earningShares: EARNING_SHARES[index] ?? 0n,
        }),
    )
    const visitors = [botVisitor, ...guests.map(guest => guest.visitor)]
    const reader = new Reader(world, visitors)
    const listener = new Listener({ world, tally, onNews: market => begin(world, () => reader.look(market)) })
    await world.until(Promise.all([bot.start(), ...visitors.map(one => one.login())]))
    listener.follow(visitors)
    repeat(world, READ_EVERY_MS, async () => {
      for (const one of visitors) await one.login()
      listener.follow(visitors)
      await reader.round()
    })
    const [first, second] = guests
    if (first !== undefined) repeat(world, GUEST_EVERY_MS, () => first.act())
    if (first !== undefined && second !== undefined) {
      world.time.after(SECOND_AT_MS, 'the second guest', () => repeat(world, GUEST_EVERY_MS, () => second.act()))
      world.time.after(REFERRED_AT_MS, 'referral', () => begin(world, () => second.beReferredBy(first.visitor)))
    }
    const rows = await passHours({ world, bot, hours, onHour })
    // Away from the hour, at which markets come to their ends; a part of an hour ended away from it.
    if (Number.isInteger(hours)) await world.until(world.sleep(CALM_MS))
    const open = await world.until(bot.stop())
    await world.until(world.sleep(QUIET_MS))
    const differences = differencesOf(world, bot)
    checkBalance(world.open.writes.sequencer.core)
    await afterwards?.({ world, tally, reader, guests })
    const guestAnswers = new Map<number, number>()
    for (const { answers } of guests)
      for (const [status, count] of answers) guestAnswers.set(status, (guestAnswers.get(status) ?? 0) + count)
    return { tally, hours: rows, open, differences, guestAnswers, notices: bot.notices }
  } finally {
    bot.close()
    world.close()
  }
}

interface Passing extends Pick<DayPlan, 'hours' | 'onHour'> {
  readonly world: DayWorld
  readonly bot: DayBot
}

async function passHours({ world, bot, hours, onHour }: Passing): Promise<readonly HourRow[]> {
  const rows: HourRow[] = []
  const before = { fills: 0, placed: 0, at: performance.now() }
  await world.pass(hours, async hour => {
    const { fills, placed } = bot.session.desk.summary().counts
    const at = performance.now()
    const row = {
      hour,
      fills: fills - before.fills,
      placed: placed - before.placed,
      markets: bot.session.markets.length,
      ...collectedMb(),
      seconds: Math.round((at - before.at) / 1_000),
    }
    Object.assign(before, { fills, placed, at: performance.now() })
    rows.push(row)
    checkBalance(world.open.writes.sequencer.core)
    onHour?.(row)
  })
  return rows
}

/** Cash, and shares of every market that either knows. */
function differencesOf(world: DayWorld, bot: DayBot): Readonly<Record<string, bigint>> {
  const account = world.open.writes.sequencer.core.account(BOT.address.toLowerCase())
  const state = bot.session.desk.state()
  const found: Record<string, bigint> = { cash: state.cash - (account?.cash ?? 0n) }
  const markets = new Set([...state.positions.keys(), ...[...(account?.holdings.keys() ?? [])].map(String)])
  for (const market of markets)
    for (const outcome of ['yes', 'no'] as const) {
      const believed = [...state.positions].find(([id]) => id === market)?.[1][outcome].shares ?? 0n
      found[`${outcome} of ${market}`] = believed - (account?.holdings.get(Number(market))?.[outcome] ?? 0n)
    }
  return Object.fromEntries(Object.entries(found).filter(([, amount]) => amount !== 0n))
}

/** Work beside the course of time; what goes wrong in it ends the day. */
const begin = (world: DayWorld, work: () => Promise<void>): void => {
  world.during(work).catch((error: unknown) => world.fail(error))
}

/** Again and again, each time when the one before is done. The first time comes after half of the interval, away from the ends of markets. */
const repeat = (world: DayWorld, everyMs: number, work: () => Promise<void>): void => {
  const again = (): void => {
    work()
      .then(() => void world.time.after(everyMs, 'visit', again))
      .catch((error: unknown) => world.fail(error))
  }
  world.time.after(everyMs / 2, 'visit', again)
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const collectedMb = (): Pick<HourRow, 'heapMb' | 'buffersMb'> => {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  const inMb = (bytes: number): number => Math.round(bytes / 1e4) / 100
  return { heapMb: inMb(heapUsed), buffersMb: inMb(arrayBuffers) }
}
