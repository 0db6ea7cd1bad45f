/**
 * A command of one's own: how wide the books of a recording stood, and for how long.
 *
 *   oddsmith ./examples/commands/spread.ts data/sample/harbour.ndjson.gz --at-most-ticks 3
 */
import { resolve } from 'node:path'
import { type CommandDefinition, ExitCode, ExitError, type MarketIndex, Timestamp, z } from 'oddsmith'
import { createBooks } from 'oddsmith/engine'
import { openRecording } from 'oddsmith/research'

const options = z.strictObject({
  atMostTicks: z.number().positive().default(2).describe('what counts as a narrow spread'),
  market: z.string().optional().describe('this market alone, by its id'),
})

export const command = {
  name: 'spread',
  version: 1,
  description: 'say for which share of a recording the spread of each market was narrow',
  arguments: ['<recording>'],
  options,
  example: 'oddsmith ./examples/commands/spread.ts data/sample/harbour.ndjson.gz',
  run: async ({ arguments: [file = ''], options: { atMostTicks, market: only }, folder }) => {
    const recording = await openRecording(resolve(folder, file))
    const markets = recording.markets.filter(({ id }) => only === undefined || id === only)
    if (markets.length === 0) throw new ExitError(ExitCode.USAGE, `the recording has no market ${only ?? ''}`)
    const rows = await narrowShares(recording, atMostTicks)
    const told = markets.map(({ id, index, question }) => ({ id, question, narrowPercent: rows.get(index) ?? null }))
    return {
      text: told.map(({ question, narrowPercent }) => `${narrowPercent?.toFixed(1) ?? '-'} %  ${question}`).join('\n'),
      json: told,
    }
  },
} satisfies CommandDefinition<typeof options>

type Recording = Awaited<ReturnType<typeof openRecording>>

/** How long the book of one market stood narrow and wide; a book that is dark or has an empty side is neither. */
class SpreadTime {
  readonly #spent = { narrow: 0, wide: 0, none: 0 }
  #width: 'narrow' | 'wide' | 'none' = 'none'
  #since = 0

  tell(now: number, width: 'narrow' | 'wide' | 'none'): void {
    this.#spent[this.#width] += now - this.#since
    this.#width = width
    this.#since = now
  }

  get narrowPercent(): number | null {
    const { narrow, wide } = this.#spent
    return narrow + wide === 0 ? null : (narrow / (narrow + wide)) * 100
  }
}

/** Share of the time with a two-sided live book in which it was at most so wide, in per cent, by market. */
async function narrowShares(recording: Recording, ticks: number): Promise<Map<MarketIndex, number | null>> {
  const books = createBooks(recording.markets)
  const times = new Map(recording.markets.map(({ index }) => [index, new SpreadTime()]))
  for await (const { events, batchEnds } of recording.chunks()) {
    let from = 0
    for (const to of batchEnds) {
      const now = events.receivedAt[to - 1] ?? Timestamp.ZERO
      books.apply({ now, wallOffset: 0, events, from, to, reports: [], controls: [], timer: false })
      from = to
      // The list keeps its memory, so only its first places are of this batch.
      for (const index of books.changed.slice(0, books.changedCount)) {
        const book = books.book(index)
        const touch = book.state === 'live' ? book.touch : null
        const atMost = ticks * (recording.markets[index]?.tick ?? 1)
        times.get(index)?.tell(now, touch === null ? 'none' : touch.ask - touch.bid <= atMost ? 'narrow' : 'wide')
      }
    }
  }
  return new Map([...times].map(([index, time]) => [index, time.narrowPercent]))
}
