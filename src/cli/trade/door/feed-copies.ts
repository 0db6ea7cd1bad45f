import type { DeskSummary } from '../../../engine/desk-summary.js'
import type { RunCopy } from '../../../operator/schemas-run.js'
import type { ShownRun } from './shown-run.js'

type FeedCopy = RunCopy['feeds'][number]

/** The state of a run's feeds: books, the wallet's stream, and each reference. */
export function feedCopies({ session, seen }: ShownRun, { markets }: DeskSummary, at: number): readonly FeedCopy[] {
  const { state, since } = seen.link
  return [
    booksCopy(markets),
    {
      name: 'wallet',
      state,
      ageMs: since === null ? null : (at - since) / 1_000,
      text: `the stream of our own orders is ${state}`,
    },
    ...session.books.references.all.map(({ name, state, value, at: toldAt, why }) => ({
      name,
      state,
      ageMs: toldAt === 0 ? null : Math.max(0, (at - toldAt) / 1_000),
      text: state === 'live' ? String(value) : why,
    })),
  ]
}

function booksCopy(markets: DeskSummary['markets']): FeedCopy {
  const dark = markets.filter(({ state }) => state !== 'live')
  const text = `${markets.length - dark.length} of ${markets.length} books are live`
  return {
    name: 'books',
    state: dark.length === 0 ? 'live' : dark.length === markets.length ? 'lost' : 'suspect',
    ageMs: null,
    text,
  }
}
