import type { DaemonNews } from '../../keeper/daemon-news.js'

/** Why the keeper takes a daemon for hung, naming the strategy that keeps its loop from turning. */
export function hangText({ hello, vigil, marketAt }: Pick<DaemonNews, 'hello' | 'vigil' | 'marketAt'>): string {
  const seconds = (hello?.unattendedMaxMs ?? 0) / 1_000
  const silence = `the daemon sent no message for ${seconds} s`
  const hung = vigil?.hung ?? null
  if (hung === null) return silence
  const { market, what, calls } = hung
  const { id, strategy } = marketAt(market) ?? { id: `at ${market}`, strategy: 'unknown' }
  return calls === 1
    ? `strategy ${strategy} did not return from "${what}" in market ${id} for ${seconds} s`
    : `${silence}: it called "${what}" of its strategies ${calls} times in a row, last of ${strategy} in market ${id}`
}
