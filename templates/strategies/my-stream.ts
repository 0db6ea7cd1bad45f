import { Price, pull, Size, z } from 'oddsmith'
import { combineLatest, debounceTime, map, reactive } from 'oddsmith/reactive'

const parameters = z.strictObject({
  settledMs: z
    .number()
    .positive()
    .default(200)
    .describe('how long a book must stand still before it is quoted, in milliseconds'),
  halfSpreadTicks: z.number().positive().default(1).describe('distance of each quote from the microprice, in ticks'),
  positionMaxShares: z
    .number()
    .positive()
    .default(100)
    .describe('net position at which the side that adds to it is pulled, in shares'),
  sizeShares: z.number().positive().default(20).describe('size of each quote, in shares'),
})

/** Quotes around the microprice once the book has stood still for a moment. Each operator of time is handed the scheduler. */
export const strategy = reactive({
  name: 'my-stream',
  version: 1,
  watches: 'touch',
  parameters,
  build: ({ books, positions, scheduler, market: { tick }, parameters }) => {
    const size = Size.ofShares(parameters.sizeShares)
    const full = Size.ofShares(parameters.positionMaxShares)
    const half = parameters.halfSpreadTicks * tick
    return combineLatest([books.pipe(debounceTime(parameters.settledMs, scheduler)), positions]).pipe(
      map(([book, { net }]) => {
        if (book.state !== 'live' || book.touch === null) return pull('no two-sided book')
        const { bid, ask, microprice } = book.touch
        return book.quote({
          bid: net < full ? { price: Price.floor(Math.min(microprice - half, ask - tick), tick), size } : null,
          ask: net > -full ? { price: Price.ceil(Math.max(microprice + half, bid + tick), tick), size } : null,
        })
      }),
    )
  },
})
