import type { Addition } from '../addition.js'

const FORMAT = `import { readFile } from 'node:fs/promises'
import { type Format, groupOf, type Market, MarketId, MarketIndex, notQuoted, Price, Size, Timestamp, Wei } from 'oddsmith/venue'

const HEAD = 'seconds,bid,ask'

const MARKET: Market = {
  ...{ id: MarketId.of('bid-ask'), index: MarketIndex.of(0), question: 'Is it so?', group: null, trading: 'open' },
  ...{ tick: Price.of(100), sizeDigits: 5, minSize: Size.of(10_000), minValue: Wei.ONE, takerFeeBps: 0 },
  ...{ endsAt: null, rewards: null, result: null },
}

/** Best prices as CSV, of one market and 10 shares each. */
export const format: Format = {
  name: 'bid-ask',
  isFormat: line => line === HEAD,
  open: async files => {
    const texts = await Promise.all(files.map(file => readFile(file, 'utf8')))
    const rows = texts.flatMap(text => text.trim().split('\\n').slice(1)).map(line => line.split(',').map(Number))
    return [
      {
        markets: [MARKET],
        startsAt: Timestamp.ofSeconds(rows[0]?.[0] ?? 0),
        isReference: false,
        knowsFees: true,
        quoted: notQuoted,
        read: async function* ({ indexOf }) {
          const market = indexOf(MARKET.id)
          for (const [seconds = 0, bid = 0, ask = 0] of rows) {
            const at = Timestamp.ofSeconds(seconds)
            const stamp = { at, receivedAt: at, market }
            const level = { ...stamp, kind: 'level', size: Size.ofShares(10), cause: 'unexplained' } as const
            yield groupOf([
              { ...stamp, kind: 'clear' },
              { ...level, side: 'bid', price: Price.of(bid * 10_000) },
              { ...level, side: 'ask', price: Price.of(ask * 10_000) },
            ])
          }
        },
      },
    ]
  },
}
`

const PROOF = `import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRecording } from 'oddsmith/research'
import { expect, test } from 'vitest'
import { loadFormat } from '../../src/cli/config/load-format.js'
import { importRecording } from '../../src/recording/import-recording.js'

test('a format in a file of its own becomes a recording', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-additions-'))
  try {
    const file = join(folder, 'prices.csv')
    writeFileSync(file, 'seconds,bid,ask\\n1700000000,0.48,0.52\\n1700000001,0.49,0.52\\n')
    const format = await loadFormat('./examples/additions/bid-ask.ts', '.')
    await importRecording({ files: [file], format, folder: join(folder, 'recording') })
    const recording = await openRecording(join(folder, 'recording'))
    expect(recording.markets.map(({ id }) => id)).toEqual(['bid-ask'])
    const bids: number[] = []
    for await (const event of recording.events()) if (event.kind === 'level' && event.side === 'bid') bids.push(event.price)
    expect(bids).toEqual([4_800, 4_900])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
`

export const format: Addition = {
  what: 'a recording format',
  isNew: 'one file, named by `import`',
  beginWith: '[docs/data.md](docs/data.md)',
  sourceMax: 0,
  files: { 'examples/additions/bid-ask.ts': FORMAT, 'test/additions/format.test.ts': PROOF },
  edits: [],
  proofs: ['test/additions/format.test.ts'],
}
