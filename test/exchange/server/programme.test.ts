/* oxlint-disable typescript/no-explicit-any -- A test reads foreign JSON freely. */
import { describe, expect, it } from 'vitest'
import { DEFAULT_WORLD, type ExchangeOptions, type Programme } from '../../../src/exchange.js'
import { marketVariant } from '../../../src/protocol/api/schemas-words.js'
import { createClient } from './client.js'
import { folder, start } from './exchanges.js'
import { createOperator } from './operator-client.js'
import { steppedTime } from './stepped-time.js'

/** A whole day of UTC begins here. */
const BEGIN = 1_799_971_200
const HOUR = 3_600

/** An exchange in virtual time, and what everyone can read of it. */
const world = async (options: ExchangeOptions, time = steppedTime(BEGIN)) => {
  const running = start({ clock: time.clock, timers: time.timers, seed: 5, settlementMs: 0, ...options })
  const exchange = await time.during(running)
  const client = createClient(exchange)
  const read = async (path: string): Promise<any> => (await time.during(client.get(path))).body
  const all = async (query: string): Promise<any[]> => {
    const rows: any[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(`/v1/markets?first=100${query}${cursor === '' ? '' : `&after=${cursor}`}`)
      rows.push(...page.data)
      cursor = page.cursor
    }
    return rows
  }
  const operate = (path: string, body?: unknown) => time.during(createOperator(exchange).done(path, body))
  const close = (): Promise<void> => time.during(exchange.close())
  return { ...time, all, read, operate, close, open: () => all('&status=OPEN') }
}

/** One series of questions that are disturbed in every way there is, or in the ways that are named. */
const disturbed = (incidents: Programme['incidents'], name = 'tide'): Programme => ({
  series: [{ name, kind: 'question', everyMinutes: 60, lastsMinutes: 90, title: 'Tide', question: 'From {start} to {end}?' }],
  ...(incidents !== undefined && { incidents }),
})

const contractOf = (row: any): string => `${row.isNegRisk ? 'neg-risk' : 'ctf'}${row.isYieldBearing ? '-yield' : ''}`

describe('the default world', () => {
  it('has for a whole day an open market of each kind of contract, and shows every variant and every incident', async () => {
    const { pass, open, all } = await world(DEFAULT_WORLD)
    const variants = new Set<string>()
    const statuses = new Set<string>()
    const decimals = new Map<number, number>()
    let tickChanges = 0
    // Thirteen shares no divisor with the periods of the series: each minute of an hour is looked at.
    for (let minute = 0; minute < 24 * 60; minute += 13) {
      const rows = await open()
      const trading = rows.filter(row => row.tradingStatus === 'OPEN')
      expect([...new Set(trading.map(contractOf))].sort(), `at minute ${minute}`).toEqual([
        'ctf',
        'ctf-yield',
        'neg-risk',
        'neg-risk-yield',
      ])
      expect(rows.length, `at minute ${minute}`).toBeLessThanOrEqual(40)
      expect(trading.some(row => row.rewards.current !== null)).toBe(true)
      for (const row of rows) {
        variants.add(row.marketVariant)
        statuses.add(row.status)
        if ((decimals.get(row.id) ?? row.decimalPrecision) !== row.decimalPrecision) tickChanges += 1
        decimals.set(row.id, row.decimalPrecision)
      }
      // No incident is shorter than half a minute, and everything opens at whole minutes.
      await pass(13 * 60, 15)
    }
    expect([...variants].sort()).toEqual([...marketVariant.options].sort())
    expect(statuses).toContain('PAUSED')
    expect(statuses).toContain('UNPAUSED')
    expect(statuses).toContain('PRICE_DISPUTED')
    expect(tickChanges).toBeGreaterThan(0)
    const everything = await all('')
    const over = everything.filter(row => row.status === 'RESOLVED')
    expect(over.length).toBeGreaterThan(200)
    expect(over.some(row => row.outcomes[0].status === 'VOIDED')).toBe(true)
    expect(over.some(row => row.oracleUpdates.some((update: any) => update.kind === 'DISPUTED'))).toBe(true)
    expect(everything.some(row => row.bulletinBoardUpdates.length > 0)).toBe(true)
    expect(everything.some(row => row.boostStartsAt !== null)).toBe(true)
  }, 120_000)
})

const ALWAYS = {
  pausePercent: 100,
  tickChangePercent: 100,
  clarificationPercent: 100,
  disputePercent: 100,
  halvesPercent: 0,
  cancelOnlyPercent: 100,
  matchingOffPercent: 100,
}

/** What a market has come to, without the moments at which it did. */
const historyOf = (row: any) => ({
  id: row.id,
  slug: row.categorySlug,
  status: row.status,
  decimals: row.decimalPrecision,
  result: row.outcomes[0].status,
  oracle: row.oracleUpdates.map(({ kind, payoutYes }: any) => [kind, payoutYes]),
  bulletins: row.bulletinBoardUpdates.length,
})

describe('a series', () => {
  it('opens at whole multiples of its period and ends when it has lasted, also where the exchange starts in between', async () => {
    const { pass, read, open } = await world({ markets: [], programme: disturbed(undefined) }, steppedTime(BEGIN + 600))
    const category = async (second: number) => (await read(`/v1/categories/tide-${second}`)).data
    expect(await category(BEGIN)).toMatchObject({
      parentSlug: 'tide',
      startsAt: new Date(BEGIN * 1_000).toISOString(),
      endsAt: new Date((BEGIN + 1.5 * HOUR) * 1_000).toISOString(),
      markets: [{ question: 'From 2027-01-15 00:00 UTC to 2027-01-15 01:30 UTC?', tradingStatus: 'OPEN' }],
    })
    expect(await open()).toHaveLength(1)
    await pass(HOUR - 600 - 2)
    expect(await open()).toHaveLength(1)
    await pass(4)
    expect(await open()).toHaveLength(2)
    await pass(HOUR / 2 + 10)
    expect(await category(BEGIN)).toMatchObject({ status: 'RESOLVED' })
    expect((await category(BEGIN + HOUR)).markets).toMatchObject([{ status: 'REGISTERED', tradingStatus: 'OPEN' }])
  })

  it('is left in peace where no incident has a rate', async () => {
    const { pass, all } = await world({ markets: [], programme: disturbed(undefined) })
    await pass(6 * HOUR, 10)
    const over = (await all('')).filter(row => row.status === 'RESOLVED')
    expect(over.length).toBeGreaterThanOrEqual(5)
    for (const row of over) {
      expect(row.oracleUpdates.map(({ kind }: any) => kind)).toEqual(['PROPOSED', 'RESOLVED'])
      expect(row.outcomes[0].status).not.toBe('VOIDED')
      expect(row).toMatchObject({ decimalPrecision: 2, bulletinBoardUpdates: [] })
    }
  })

  it('limits for a while what may be done on a market, and takes one away before its end, but none of a group', async () => {
    const incidents = { cancelOnlyPercent: 100, matchingOffPercent: 100, removalPercent: 100 }
    const group = { name: 'ship', kind: 'group', everyMinutes: 120, title: 'Ship', question: '{option}?', options: ['a', 'b'] }
    const { series } = disturbed(undefined)
    const programme = { incidents, series: [...series, group] } as Programme
    const { pass, read, open } = await world({ markets: [], programme })
    const begun = await open()
    const seen = new Map<number, string[]>(begun.map(({ id }) => [id, []]))
    await pass(HOUR, 10)
    for (let second = HOUR; second <= 2 * HOUR + 30; second += 30) {
      for (const [id, words] of seen) {
        const { tradingStatus, status } = (await read(`/v1/markets/${id}`)).data
        const word = `${tradingStatus} ${status}`
        if (words.at(-1) !== word) words.push(word)
      }
      await pass(30, 10)
    }
    const HALTED = ['OPEN', 'CANCEL_ONLY', 'OPEN', 'MATCHING_NOT_ENABLED', 'OPEN'].map(word => `${word} REGISTERED`)
    const historyOf = (part: string) => begun.filter(row => row.categorySlug.startsWith(part)).map(({ id }) => seen.get(id))
    expect(historyOf('tide')).toEqual([[...HALTED, 'CLOSED REMOVED']])
    for (const history of historyOf('ship')) {
      expect(history?.slice(0, 5)).toEqual(HALTED)
      expect(history?.at(-1)).toBe('CLOSED RESOLVED')
    }
    const alone = begun.find(row => row.categorySlug.startsWith('tide'))
    const removed = (await read(`/v1/markets/${alone.id}`)).data
    expect(removed.outcomes.map(({ status }: any) => status)).toEqual(['VOIDED', 'VOIDED'])
    expect((await read(`/v1/categories/${alone.categorySlug}`)).data.status).toBe('REMOVED')
  })

  it('takes its own rates in place of those of the programme', async () => {
    const { series } = disturbed(undefined)
    const loud = { ...series[0]!, name: 'loud', incidents: { halvesPercent: 100 } }
    const programme = { series: [...series, loud], incidents: { clarificationPercent: 100 } }
    const { pass, all } = await world({ markets: [], programme })
    await pass(2 * HOUR, 10)
    const rows = (await all('')).filter(row => row.status === 'RESOLVED')
    const of = (name: string) => rows.filter(row => row.categorySlug.startsWith(name))
    expect(of('loud')).toMatchObject([{ outcomes: [{ status: 'VOIDED' }, { status: 'VOIDED' }], resolution: null }])
    expect(of('tide').map(row => row.outcomes[0].status)).not.toContain('VOIDED')
    for (const row of rows) expect(row.bulletinBoardUpdates).toHaveLength(1)
  })

  it('gives the same history for the same seed, and another for another one', async () => {
    const history = async (seed: number) => {
      const { pass, all, close } = await world({ ...DEFAULT_WORLD, seed })
      await pass(3 * HOUR, 10)
      const rows = await all('')
      await close()
      return rows.map(historyOf)
    }
    const first = await history(8)
    expect(first.length).toBeGreaterThan(50)
    expect(await history(8)).toEqual(first)
    expect(await history(9)).not.toEqual(first)
  })

  it('has a crowd that does the same for the same seed', async () => {
    const tape = async () => {
      const { pass, read, close } = await world({ ...DEFAULT_WORLD, crowd: { kind: 'synthetic' } })
      await pass(60, 1)
      const matches = (await read('/v1/orders/matches?first=100')).data
      await close()
      return matches.map((match: any) => [match.market.id, match.amountFilled, match.priceExecuted, match.executedAt])
    }
    const first = await tape()
    expect(first).toHaveLength(100)
    expect(await tape()).toEqual(first)
  })

  it('opens nothing beside a recorded crowd', async () => {
    const file = 'data/sample/harbour.ndjson.gz'
    const { all } = await world({ ...DEFAULT_WORLD, rounds: [], crowd: { kind: 'recorded', file, speed: 1 } })
    expect((await all('')).filter(row => row.categorySlug.startsWith('tide-gauge'))).toEqual([])
  })
})

describe('a restart', () => {
  it('goes on with the programme: the same markets, each incident once', async () => {
    const options = { markets: [], rounds: [], programme: disturbed(ALWAYS) }
    const whole = await world(options)
    await whole.pass(3 * HOUR, 10)
    const expected = (await whole.all('')).map(historyOf)
    expect(expected.some(({ oracle }) => oracle.length === 3)).toBe(true)

    const time = steppedTime(BEGIN)
    const data = folder()
    // Nothing that is planned lies wholly between two of them, and they meet it at every stage.
    for (let passed = 0; passed < 3 * HOUR; passed += 90) {
      const part = await world({ ...options, data }, time)
      await part.pass(90, 10)
      await part.close()
    }
    const last = await world({ ...options, data }, time)
    expect((await last.all('')).map(historyOf)).toEqual(expected)
  }, 120_000)

  it('lets a market of a series that is gone go on as it was planned', async () => {
    const time = steppedTime(BEGIN)
    const data = folder()
    const first = await world({ markets: [], programme: disturbed(ALWAYS), data }, time)
    await first.pass(HOUR - 60)
    await first.close()
    const second = await world({ markets: [], data }, time)
    await second.pass(HOUR)
    const [row, ...others] = (await second.all('')).map(historyOf)
    expect(others).toEqual([])
    expect(row).toMatchObject({ slug: `tide-${BEGIN}`, status: 'RESOLVED', decimals: 3, bulletins: 1 })
    expect(row?.oracle.map(([kind]: any) => kind)).toEqual(['PROPOSED', 'DISPUTED', 'RESOLVED'])
  })

  it('does not open what has passed while it was away', async () => {
    const time = steppedTime(BEGIN)
    const data = folder()
    const options = { markets: [], programme: disturbed(ALWAYS), data }
    const first = await world(options, time)
    await first.pass(60)
    await first.close()
    await time.pass(3 * HOUR, 10)
    const second = await world(options, time)
    const slugs = new Set((await second.all('')).map(row => row.categorySlug))
    expect(slugs).toEqual(new Set([`tide-${BEGIN}`, `tide-${BEGIN + 3 * HOUR}`]))
  })
})

describe('an operator beside the programme', () => {
  it('may resolve a market before its time, and the programme goes on', async () => {
    const { pass, open, operate, all } = await world({ markets: [], programme: disturbed(ALWAYS) })
    const [market] = await open()
    await operate(`/markets/${market.id}/resolve`, { yes: 1 })
    await pass(3 * HOUR)
    const rows = (await all('')).map(historyOf)
    expect(rows.find(({ id }) => id === market.id)).toMatchObject({ decimals: 2, bulletins: 0, oracle: [['RESOLVED', 1]] })
    expect(rows.length).toBeGreaterThanOrEqual(4)
  })
})

describe('a programme that cannot be', () => {
  const one = disturbed(undefined).series[0]!

  it.each([
    ['two series of one name', [one, one], /two series are called tide/],
    [
      'a market that lasts too long',
      [{ ...one, lastsMinutes: 121 }],
      /tide: .* lastsMinutes at most twice as long.* 60 and 121 minutes/,
    ],
    ['a period of no time', [{ ...one, everyMinutes: 0 }], /tide: .*found 0 and 90 minutes/],
    ['a period of parts of a second', [{ ...one, everyMinutes: 60.001 }], /whole seconds/],
  ])('is refused: %s', async (_what, series, message) => {
    await expect(start({ markets: [], programme: { series } })).rejects.toThrow(message)
  })

  it('takes minutes that are whole seconds, also where they are no whole number of binary parts', async () => {
    const programme = { series: [{ ...one, everyMinutes: 8.2, lastsMinutes: 4.1 }] }
    await expect(start({ markets: [], programme })).resolves.toBeDefined()
  })
})
