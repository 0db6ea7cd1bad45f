import { pull, Size, z } from 'oddsmith'
import { bufferTime, combineLatest, debounceTime, map, reactive, startWith } from 'oddsmith/reactive'

const parameters = z.strictObject({
  settledMs: z
    .number()
    .positive()
    .default(500)
    .describe('how long the touch must stand still before it is joined, in milliseconds'),
  windowMs: z.number().positive().default(2_000).describe('prints are counted over windows of this length, in milliseconds'),
  printsMax: z.number().int().min(0).default(5).describe('more prints than this in the last window, and nothing rests'),
  sizeShares: z.number().positive().default(10).describe('size of each quote, in shares'),
})

/**
 * Joins the touch of a calm market. It teaches streams: what would be timers and flags in `decide` is an operator here, and each one that knows of time
 * is handed the scheduler.
 */
export const strategy = reactive({
  name: 'wait-for-calm',
  version: 1,
  watches: 'touch',
  parameters,
  build: ({ books, trades, scheduler, parameters: { settledMs, windowMs, printsMax, sizeShares } }) => {
    const size = Size.ofShares(sizeShares)
    const settled = books.pipe(debounceTime(settledMs, scheduler))
    const counts = trades.pipe(
      bufferTime(windowMs, scheduler),
      map(({ length }) => length),
      startWith(0),
    )
    return combineLatest([settled, counts]).pipe(
      map(([book, count]) => {
        if (count > printsMax) return pull('others trade')
        if (book.state !== 'live') return pull(book.why)
        if (book.touch === null) return pull('a side is empty')
        const { bid, ask } = book.touch
        return book.quote({ bid: { price: bid, size }, ask: { price: ask, size } })
      }),
    )
  },
})
