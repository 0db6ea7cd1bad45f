import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { toJson } from '../../src/model/plain.js'
import { plainMarket } from '../../src/model/plain-market.js'

/** Writes the log of a run on one market, or of a recorder, which assigns no strategy. */
export function writeRunLog(
  file: string,
  {
    startedAt,
    records,
    isRun = true,
  }: { readonly startedAt: number; readonly records: readonly object[]; readonly isRun?: boolean },
): void {
  const header = {
    kind: 'header',
    version: 1,
    startedAt,
    oddsmith: '0.1.0',
    nodeMajor: 20,
    venue: 'predict',
    markets: [plainMarket('1001')],
    settings: {},
    assignments: isRun ? [{ market: 0, strategy: 'two-sided', folder: null, parameters: {} }] : [],
    state: { version: 1 },
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${[header, ...records].map(record => toJson(record)).join('\n')}\n`)
}

/** A socket's frame with the whole book of that market. */
export const bookFrame = (receivedAt: number, updateTimestampMs: number, bids: readonly (readonly [number, number])[]) => ({
  source: 'socket',
  receivedAt,
  frame: JSON.stringify({
    type: 'M',
    topic: 'predictOrderbook/1001',
    data: { version: 1, marketId: 1001, updateTimestampMs, orderCount: 1, asks: [[0.6, 5]], bids },
  }),
})

/** A command of the run: a bid for YES at a half. */
export const bidCommand = (id: string, shares: number, expiresAt: number) => ({
  kind: 'submit',
  id,
  order: {
    kind: 'place',
    market: 0,
    outcome: 'yes',
    side: 'buy',
    price: 5_000,
    size: shares * 1e6,
    style: 'post-only',
    expiresAt,
  },
})

/** What a report says of a fill of such a bid. */
export const bidFill = ({ key, order, shares }: { readonly key: string; readonly order: string; readonly shares: number }) => ({
  key,
  order,
  market: 0,
  outcome: 'yes',
  side: 'buy',
  shares: BigInt(shares) * 10n ** 18n,
  value: 1n,
  fee: { in: 'cash', amount: 0n },
})
