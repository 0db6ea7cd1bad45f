import { setTimeout as pause } from 'node:timers/promises'

/** The requests of a page and a scraper. */
interface Reading {
  readonly url: string
  readonly token: string
  readonly market: string
}

const SCRAPE_EVERY_MS = 1_000

/** Reads a door like an open page of one market and a scraper, between `begin` and `end`. */
function serve(): void {
  let reading: AbortController | null = null
  process.on('message', (asked: Reading | 'end') => {
    reading?.abort()
    reading = null
    if (asked === 'end') return
    reading = new AbortController()
    const { signal } = reading
    for (const work of [follow(asked, signal), scrape(asked, signal)]) work.catch(() => undefined)
  })
  process.send?.('ready')
  process.once('disconnect', () => process.exit())
}

async function follow({ url, token, market }: Reading, signal: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/stream?market=${market}`, { headers: { authorization: `Bearer ${token}` }, signal })
  for await (const _ of response.body ?? []) if (signal.aborted) return
}

async function scrape({ url, token }: Reading, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` }, signal })
    await response.arrayBuffer()
    await pause(SCRAPE_EVERY_MS, undefined, { signal })
  }
}

serve()
