import type { DaemonNews } from '../../keeper/daemon-news.js'
import type { DaemonMessage } from '../../keeper/messages.js'

type Hung = DaemonMessage & { readonly kind: 'hung' }

/** A strategy that has not returned while a run starts. Nothing rests yet, so the daemon is not killed. */
export function startHangText({ marketAt }: Pick<DaemonNews, 'marketAt'>, { market, what }: Hung): string {
  const { id, strategy } = askedIn(marketAt, market)
  return `strategy ${strategy} has not returned from "${what}" in market ${id} for a second; the run starts once it returns`
}

/** Why the keeper takes a daemon for hung, naming the strategy that keeps its loop from turning. */
export function hangText({ hello, vigil, marketAt }: Pick<DaemonNews, 'hello' | 'vigil' | 'marketAt'>): string {
  const seconds = (hello?.unattendedMaxMs ?? 0) / 1_000
  const silence = `the daemon sent no message for ${seconds} s`
  const hung = vigil?.hung ?? null
  if (hung === null) return silence
  const { market, what, calls } = hung
  const { id, strategy } = askedIn(marketAt, market)
  return calls === 1
    ? `strategy ${strategy} did not return from "${what}" in market ${id} for ${seconds} s`
    : `${silence}: it called "${what}" of its strategies ${calls} times in a row, last of ${strategy} in market ${id}`
}

const askedIn = (marketAt: DaemonNews['marketAt'], index: number): { readonly id: string; readonly strategy: string | null } =>
  marketAt(index) ?? { id: `at ${index}`, strategy: 'unknown' }
