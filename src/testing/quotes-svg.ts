import { type BookSide, type Level, Price } from '../model/money.js'
import { picture } from './book-picture.js'
import type { QuoteAxis, QuoteSamples, WantedQuotes } from './quote-samples.js'

interface Drawing {
  readonly name: string
  readonly book: string
  readonly samples: QuoteSamples
}

const WIDTH = 760
const HEIGHT = 300
const LEFT = 46
const TOP = 56
const BOTTOM = 34
const GAP = 14
const BOOK_WIDTH = 170
const COLOURS: Readonly<Record<BookSide, string>> = { bid: '#1f62b0', ask: '#c4501b' }
const CENT = 100
/** Least height of a labeled price, in pixels. */
const LABEL_HEIGHT = 13

/** Vertical positions of prices in 1/10,000. */
interface PriceScale {
  readonly from: number
  readonly to: number
  readonly y: (price: number) => number
}

/** Draws the book with the quotes on it, and beside it one panel for each axis. The thickness of a quote is its size. */
export function quotesSvg({ name, book, samples }: Drawing): string {
  const { flat, axes } = samples
  const all = [flat, ...axes.flatMap(axis => axis.samples)]
  const scale = scaleOf([...picture(book), ...all.flatMap(({ bids, asks }) => [...bids, ...asks])])
  const largest = Math.max(1, ...all.flatMap(({ bids, asks }) => [...bids, ...asks].map(({ size }) => size)))
  const width = (WIDTH - LEFT - BOOK_WIDTH - GAP * (axes.length + 1)) / axes.length
  const panels = axes.map((axis, at) => {
    const x = LEFT + BOOK_WIDTH + GAP + at * (width + GAP)
    return axisPanel(axis, { x, width, scale, largest })
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui,sans-serif" font-size="11" fill="#444">
<title>Quotes of ${escaped(name)} against a book; the thickness of a quote is its size</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="20" font-size="14" font-weight="600" fill="#111">${escaped(name)}</text>
${legend()}
${priceLines(scale)}
${bookPanel(book, flat, scale)}
${panels.join('\n')}
</svg>
`
}

/** From the lowest price to the highest, with a margin of half a cent. */
function scaleOf(levels: readonly Level[]): PriceScale {
  const prices = levels.map(({ price }) => price)
  const from = Math.max(0, Math.min(...prices) - CENT / 2)
  const to = Math.min(Price.ONE, Math.max(...prices) + CENT / 2)
  return { from, to, y: price => TOP + ((to - price) / (to - from)) * (HEIGHT - TOP - BOTTOM) }
}

const LEGEND: readonly (readonly [x: number, colour: string, words: string])[] = [
  [500, '#d9d9d9', 'book of others'],
  [608, COLOURS.bid, 'our bids'],
  [684, COLOURS.ask, 'our asks'],
]

const legend = (): string =>
  LEGEND.map(
    ([x, colour, words]) =>
      `<rect x="${x}" y="12" width="10" height="8" fill="${colour}"/><text x="${x + 14}" y="20">${words}</text>`,
  ).join('')

/** A line for each cent, or for every few cents if labels need the room. */
function priceLines({ from, to, y }: PriceScale): string {
  const step = [1, 2, 5, 10, 20, 50].find(cents => y(from) - y(from + cents * CENT) >= LABEL_HEIGHT) ?? 100
  const first = Math.ceil(from / (step * CENT))
  const count = Math.floor(to / (step * CENT)) - first + 1
  const prices = Array.from({ length: count }, (_, at) => (first + at) * step * CENT)
  const lines = prices.map(price => `M${LEFT} ${round(y(price))}H${WIDTH - GAP}`).join('')
  const labels = prices.map(
    price => `<text x="${LEFT - 6}" y="${round(y(price) + 4)}">${(price / Price.ONE).toFixed(2)}</text>`,
  )
  return `<path d="${lines}" stroke="#eee"/><g text-anchor="end">${labels.join('')}</g>`
}

/** Sizes are drawn from left to right: those of others in the upper half of a level, ours in the lower half. */
function bookPanel(book: string, { bids, asks, why }: WantedQuotes, { y }: PriceScale): string {
  const levels = picture(book)
  const largest = Math.max(1, ...[...levels, ...bids, ...asks].map(({ size }) => size))
  const height = Math.max(2, Math.min(9, (y(0) - y(CENT)) * 0.42))
  const bar = (above: number) => (level: Level) =>
    `M${LEFT} ${round(y(level.price) - above)}h${round((level.size / largest) * (BOOK_WIDTH - 8))}v${round(height)}H${LEFT}z`
  const own = (side: BookSide, wanted: readonly Level[]): string =>
    `<path d="${wanted.map(bar(0)).join('')}" fill="${COLOURS[side]}"/>`
  const pulled = why === null ? '' : `<text x="${LEFT + 4}" y="${HEIGHT - BOTTOM - 6}" fill="#a00">${escaped(why)}</text>`
  return `<text x="${LEFT}" y="${TOP - 12}">sizes, without a position</text><path d="${levels.map(bar(height)).join('')}" fill="#d9d9d9"/>${own('bid', bids)}${own('ask', asks)}${pulled}`
}

interface Place {
  readonly x: number
  readonly width: number
  readonly scale: PriceScale
  readonly largest: number
}

function axisPanel({ title, labels, samples }: QuoteAxis, { x, width, scale, largest }: Place): string {
  const step = width / samples.length
  const marks = (side: BookSide): string => {
    const byThickness = new Map<number, string>()
    for (const { price, thickness, from, to } of stretches(samples, side, largest)) {
      const mark = `M${round(x + from * step)} ${round(scale.y(price))}H${round(x + to * step)}`
      byThickness.set(thickness, (byThickness.get(thickness) ?? '') + mark)
    }
    return [...byThickness].map(([thickness, path]) => `<path d="${path}" stroke-width="${thickness}"/>`).join('')
  }
  const anchors = ['start', 'middle', 'end'] as const
  const below = labels.map(
    (label, at) =>
      `<text x="${round(x + (at * width) / 2)}" y="${HEIGHT - BOTTOM + 16}" text-anchor="${anchors[at]}">${label}</text>`,
  )
  const frame = `<path d="M${round(x)} ${TOP}V${HEIGHT - BOTTOM}H${round(x + width)}" fill="none" stroke="#999"/>`
  const middle = `<path d="M${round(x + width / 2)} ${TOP}V${HEIGHT - BOTTOM}" stroke="#ccc" stroke-dasharray="3 3"/>`
  return `<text x="${round(x)}" y="${TOP - 12}">${title}</text>${middle}<g stroke="${COLOURS.bid}">${marks('bid')}</g><g stroke="${COLOURS.ask}">${marks('ask')}</g>${frame}${below.join('')}`
}

/** A quote that is unchanged over several samples. */
interface Stretch {
  readonly price: number
  readonly thickness: number
  readonly from: number
  to: number
}

const THICKNESS_MAX = 7

function stretches(samples: readonly WantedQuotes[], side: BookSide, largest: number): readonly Stretch[] {
  const found: Stretch[] = []
  const open = new Map<string, Stretch>()
  for (const [at, sample] of samples.entries())
    for (const { price, size } of side === 'bid' ? sample.bids : sample.asks) {
      const thickness = Math.max(1, Math.round(THICKNESS_MAX * Math.sqrt(size / largest)))
      const key = `${price} ${thickness}`
      const last = open.get(key)
      if (last?.to === at) last.to = at + 1
      else {
        const stretch = { price, thickness, from: at, to: at + 1 }
        open.set(key, stretch)
        found.push(stretch)
      }
    }
  return found
}

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
