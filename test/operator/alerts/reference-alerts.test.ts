import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { deskSettings } from '../../../src/engine/settings.js'
import { feed as binance } from '../../../src/feeds/binance.js'
import { openFeeds } from '../../../src/feeds/open-feeds.js'
import type { RunClock } from '../../../src/model/time.js'
import { systemWires } from '../../../src/venues/wires/system-wires.js'
import { startBinance } from '../../feeds/binance-server.js'
import { NO_VENUE } from '../../feeds/no-venue.js'
import { quoteFar, watchedRun } from '../watched-run.js'
import { openReceiver } from './receiver.js'

test.each([
  { what: 'source is silent', silentMaxMs: 500, referenceAgeMaxMs: null, text: /^btc: no value came for 0\.5 s$/ },
  {
    what: 'value is too old for a market',
    silentMaxMs: null,
    referenceAgeMaxMs: 2_000,
    text: /^btc: the last value came \d+ s ago, which limits\.referenceAgeMaxMs does not allow; nothing rests in \d+, \d+$/,
  },
])(
  'a reference whose $what rings once, and resolves with its next value',
  async ({ silentMaxMs, referenceAgeMaxMs, text }) => {
    const [source, receiver] = [await startBinance(), await openReceiver()]
    const references = (clock: RunClock) => {
      const config = binance.config.parse({ symbol: 'BTCUSDT', baseUrl: source.baseUrl })
      const feeds = [{ name: 'btc', definition: binance, config, silentMaxMs }]
      return openFeeds(feeds, { wires: systemWires(clock), environment: {}, venue: NO_VENUE })
    }
    const definition = {
      ...{ name: 'test', version: 1 as const, watches: 'touch' as const, parameters: z.unknown() },
      references: ['btc'],
      create: () => ({ decide: quoteFar }),
    }
    const watched = await watchedRun({
      ...{ references, assigned: { definition, parameters: {} } },
      settings: deskSettings({ limits: { orderMinUsdt: 1, referenceAgeMaxMs } }),
      alerts: {
        sinks: [
          { name: 'alerts.0 (json)', url: receiver.url, template: 'json', chatId: null, severityMin: 'info', quietHours: null },
        ],
        heartbeat: null,
        when: {
          ...{ noQuoteMinutes: 60, limitPercent: 100, feedLostSeconds: 1, differenceSeconds: 60, settlementMinutes: 60 },
          ...{ diskFreeMinMb: 0, restarts: 4, restartMinutes: 15, resolveAfterSeconds: 0 },
        },
      },
    })
    onTestFinished(async () => {
      await watched.close()
      await Promise.all([source.close(), receiver.close()])
    })
    await expect.poll(() => source.links(), { timeout: 20_000 }).toBe(1)
    source.quote(60_000, 60_001)
    expect(await receiver.until(({ id, state }) => id === 'feed:btc' && state === 'firing')).toMatchObject({
      kind: 'feed',
      severity: 'warning',
      text: expect.stringMatching(text),
    })
    const talking = setInterval(() => source.quote(60_000, 60_001), 50)
    onTestFinished(() => clearInterval(talking))
    await receiver.until(({ id, state }) => id === 'feed:btc' && state === 'resolved')
    expect(receiver.alerts().map(({ id, state }) => `${id} ${state}`)).toEqual(['feed:btc firing', 'feed:btc resolved'])
  },
  60_000,
)
