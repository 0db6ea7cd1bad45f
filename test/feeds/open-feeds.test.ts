import { firstValueFrom, lastValueFrom, Subject, take, toArray, VirtualTimeScheduler } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { feed as binance } from '../../src/feeds/binance.js'
import type { FeedDefinition } from '../../src/feeds/feed-definition.js'
import { type ConfiguredFeed, openFeeds } from '../../src/feeds/open-feeds.js'
import type { MarketEvent } from '../../src/model/event.js'
import { Timestamp } from '../../src/model/time.js'
import { systemWires } from '../../src/venues/wires/system-wires.js'
import { NO_VENUE } from './no-venue.js'

/** A feed whose links are subjects, in virtual time: what it tells, with the ms at which it does. */
function feedInTime(silentMaxMs: number | null = 1_000) {
  const scheduler = new VirtualTimeScheduler(undefined, Number.POSITIVE_INFINITY)
  const clock = { now: () => Timestamp.ofMs(scheduler.frame), wallOffset: () => 0 }
  const links: Subject<string>[] = []
  const told: string[] = []
  const definition: FeedDefinition = {
    name: 'by hand',
    version: 1,
    config: z.unknown(),
    open: () => {
      const link = new Subject<string>()
      links.push(link)
      return link
    },
    reader: () => text => ({ value: Number(text) }),
  }
  const feed: ConfiguredFeed = { name: 'coin', definition, config: {}, silentMaxMs }
  const feeds = openFeeds([feed], {
    wires: { ...systemWires(), clock, scheduler, random: () => 1 },
    venue: NO_VENUE,
    environment: {},
  })
  const decoder = feeds.over({ decode: () => [] })
  const words = (event: MarketEvent): string =>
    event.kind === 'reference' ? String(event.value) : event.kind === 'reference-feed' ? `${event.state}: ${event.why}` : ''
  const subscription = feeds.frames.subscribe(frame => {
    for (const event of decoder.decode(frame)) told.push(`${scheduler.frame} ${words(event)}`)
  })
  const until = (ms: number): void => {
    scheduler.maxFrames = ms
    scheduler.flush()
    scheduler.frame = ms
  }
  return { links, told, until, feeds, leave: () => subscription.unsubscribe() }
}

describe('a feed', () => {
  it('is suspect where no value came for longer than its bound, at that moment, and live with the next one', () => {
    const { links, told, until } = feedInTime()
    links[0]?.next('5')
    until(700)
    links[0]?.next('6')
    until(5_000)
    expect(told).toEqual(['0 5', '700 6', '1700 suspect: no value came for 1 s'])
    links[0]?.next('6')
    until(5_900)
    links[0]?.next('6')
    until(6_899)
    expect(told.slice(3)).toEqual(['5000 6'])
    until(6_900)
    expect(told.slice(4)).toEqual(['6900 suspect: no value came for 1 s'])
  })

  it('is suspect as well where only texts come that make no sense', () => {
    const { links, told, until, feeds } = feedInTime()
    links[0]?.next('5')
    for (let ms = 100; ms <= 2_000; ms += 100) {
      until(ms)
      links[0]?.next('nonsense')
    }
    expect(told).toEqual(['0 5', '1000 suspect: no value came for 1 s'])
    expect(feeds.badTexts()).toEqual({ coin: 20 })
  })

  it('has no bound where the config says null', () => {
    const { links, told, until } = feedInTime(null)
    links[0]?.next('5')
    until(1_000_000)
    expect(told).toEqual(['0 5'])
  })

  it('is lost when its link fails or ends, is opened again, and is live with the next value', () => {
    const { links, told, until } = feedInTime()
    links[0]?.next('5')
    links[0]?.error(new Error('the socket was closed'))
    until(250)
    expect(links).toHaveLength(2)
    links[1]?.next('7')
    links[1]?.complete()
    until(600)
    links[2]?.next('7')
    expect(told).toEqual(['0 5', '0 lost: the socket was closed', '250 7', '250 lost: the feed ended', '600 7'])
  })

  it('says once why it cannot be opened, however often that is tried', () => {
    const { links, told, until } = feedInTime()
    for (let tries = 0; tries < 5; tries++) {
      links.at(-1)?.error(new Error('no answer'))
      until((tries + 1) * 40_000)
    }
    expect(links.length).toBeGreaterThan(5)
    expect(told).toEqual(['0 lost: no answer'])
  })

  it.each([
    ['bytes', Buffer.from('5')],
    ['object', { price: 5 }],
    ['number', 5],
    ['function', () => '5'],
  ])('is lost where it emits no text but %s, which no input log could give to a replay', (what, message) => {
    const { links, told, until } = feedInTime()
    links[0]?.next('5')
    links[0]?.next(message as never)
    expect(links[0]?.observed).toBe(false)
    until(250)
    links[1]?.next('6')
    expect(told).toEqual(['0 5', `0 lost: expected "open" to emit texts, found ${what}`, '250 6'])
  })

  it('is lost where its code failed outside of its link, which is left and opened again', () => {
    const { links, told, until, feeds } = feedInTime()
    links[0]?.next('5')
    feeds.fail('another', new Error('not mine'))
    feeds.fail('coin', new Error('a timer threw'))
    expect(links[0]?.observed).toBe(false)
    // Between two links there is nothing to end.
    feeds.fail('coin', new Error('a timer threw'))
    until(250)
    expect(links).toHaveLength(2)
    links[1]?.next('6')
    expect(told).toEqual(['0 5', '0 lost: a timer threw', '250 6'])
  })

  it('cuts off a reason that is too long for a line', () => {
    const { links, told } = feedInTime()
    links[0]?.error(new Error('x'.repeat(100_000)))
    expect(told).toEqual([`0 lost: ${'x'.repeat(300)}`])
  })

  it('says what was wrong with a message, once a minute with the number of others', () => {
    const answers: unknown[] = [
      undefined,
      { value: Number.NaN },
      { value: '5' },
      { state: 'dark', why: 'x' },
      5,
      { value: 6, at: 5n },
      { value: 7 },
    ]
    const definition: FeedDefinition = {
      name: 'wrong',
      version: 1,
      config: z.unknown(),
      open: () => new Subject<string>(),
      reader: () => text => {
        if (text === 'throw') throw new Error('no price in it')
        return answers[Number(text)] as never
      },
    }
    const told: string[] = []
    const feeds = openFeeds([{ name: 'coin', definition, config: {}, silentMaxMs: null }], {
      wires: systemWires(),
      venue: NO_VENUE,
      environment: {},
      onBad: (name, error, others) => told.push(`${name}: ${(error as Error).message} +${others}`),
    })
    const decoder = feeds.over({ decode: () => [] })
    const events = [...answers.keys(), 'throw'].flatMap((text, at) =>
      decoder.decode({ source: 'feed:coin', receivedAt: Timestamp.ofSeconds(1 + at), frame: String(text) }),
    )
    decoder.decode({ source: 'feed:coin', receivedAt: Timestamp.ofSeconds(70), frame: 'throw' })
    expect(events).toMatchObject([{ kind: 'reference', value: 7 }])
    expect(feeds.badTexts()).toEqual({ coin: 8 })
    expect(told).toEqual([
      'coin: expected { value } or { value, at } with numbers, { state, why } or null of its reader, found something else +0',
      'coin: no price in it +6',
    ])
  })

  it('may be a generator, which is asked again when it ends', async () => {
    let opened = 0
    const definition: FeedDefinition = {
      name: 'in turns',
      version: 1,
      config: z.unknown(),
      open: async function* () {
        opened++
        yield '1'
        yield '2'
      },
      reader: () => text => ({ value: Number(text) }),
    }
    const feeds = openFeeds([{ name: 'coin', definition, config: {}, silentMaxMs: null }], {
      wires: { ...systemWires(), random: () => 0 },
      venue: NO_VENUE,
      environment: {},
    })
    const frames = await lastValueFrom(feeds.frames.pipe(take(5), toArray()))
    expect(frames.map(frame => ('frame' in frame ? frame.frame : frame.event.kind))).toEqual([
      '1',
      '2',
      'reference-feed',
      '1',
      '2',
    ])
    expect(opened).toBe(2)
  })

  it('says the system’s word for a link that cannot be opened', async () => {
    const config = binance.config.parse({ symbol: 'BTCUSDT', baseUrl: 'ws://127.0.0.1:9' })
    const feeds = openFeeds([{ name: 'coin', definition: binance, config, silentMaxMs: null }], {
      wires: systemWires(),
      venue: NO_VENUE,
      environment: {},
    })
    const frame = await firstValueFrom(feeds.frames)
    expect(frame).toMatchObject({ event: { state: 'lost', why: expect.stringMatching(/the socket failed \(ECONNREFUSED\)/) } })
  })

  it('lets go of its link and its timer when it is left', () => {
    const { links, until, told, leave } = feedInTime()
    links[0]?.next('5')
    leave()
    until(10_000)
    expect(links[0]?.observed).toBe(false)
    expect(told).toEqual(['0 5'])
  })
})
