import type { Books } from '../../engine/books.js'

/** A reference as status and summary show it. */
export type ToldFeed =
  | { readonly state: 'live'; readonly value: number }
  | { readonly state: 'suspect' | 'lost'; readonly why: string }

/** The state of each reference, by name. */
export const toldFeeds = ({ references }: Pick<Books, 'references'>): Readonly<Record<string, ToldFeed>> =>
  Object.fromEntries(
    references.all.map(({ name, state, value, why }) => [name, state === 'live' ? { state, value } : { state, why }]),
  )

/** The same in one line, with the seconds since it went dark: `btc 60000.5, eth LOST 12 s (the socket was closed)`. Empty: there are none. */
export const feedText = ({ references }: Pick<Books, 'references'>, now: number): string =>
  references.all
    .map(({ name, state, value, why, since }) => {
      if (state === 'live') return `${name} ${rounded(value)}`
      const seconds = since === 0 ? '' : ` ${Math.max(0, Math.round((now - since) / 1_000_000))} s`
      return `${name} ${state.toUpperCase()}${seconds} (${why})`
    })
    .join(', ')

/** At most eight digits. */
const rounded = (value: number): string => String(Number(value.toPrecision(8)))
