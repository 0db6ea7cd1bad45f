import type { MarketId } from '../model/ids.js'
import { Timestamp } from '../model/time.js'
import { type Format, type Input, notQuoted } from './format.js'
import { isKalshi, kalshiMarket, readKalshi } from './kalshi.js'
import { readKalshiLine } from './kalshi-line.js'
import { firstLine } from './read-lines.js'

/** Raw order book messages of Kalshi, one market a file; a recorder that begins a new file each day leaves several, whose book goes on. */
export const kalshiFormat: Format = {
  name: 'kalshi',
  isFormat: isKalshi,
  open: async files => {
    const byMarket = new Map<MarketId, { readonly file: string; readonly startsAt: Timestamp }[]>()
    for (const file of files) {
      const { id } = await kalshiMarket(file)
      const startsAt = readKalshiLine(await firstLine(file))?.receivedAt ?? Timestamp.ZERO
      byMarket.set(id, [...(byMarket.get(id) ?? []), { file, startsAt }])
    }
    return Promise.all([...byMarket].map(([id, parts]) => inputOf(id, parts)))
  },
}

async function inputOf(
  id: MarketId,
  parts: readonly { readonly file: string; readonly startsAt: Timestamp }[],
): Promise<Input> {
  const sorted = parts.toSorted((a, b) => a.startsAt - b.startsAt)
  const files = sorted.map(({ file }) => file)
  return {
    markets: [await kalshiMarket(files[0]!)],
    startsAt: sorted[0]!.startsAt,
    isReference: false,
    files,
    quoted: notQuoted,
    read: ({ indexOf, coverage }) => readKalshi(files, { coverage, market: indexOf(id) }),
  }
}
