import { privateKeyToAccount } from 'viem/accounts'

/** One of the wallet's orders as the exchange shows it. */
export interface SeenOrder {
  readonly hash: string
}

/** Looks at the exchange four times a second, through no proxy and with no code of the bot. */
export interface Judge {
  /** What rests now; null: the exchange could not be asked. */
  look(): Promise<readonly string[] | null>
  /** Looks until `done`, and tells the longest time after which an order still rested, in ms; null: none did. */
  watch(options: WatchOptions): Promise<Verdict>
}

export interface WatchOptions {
  readonly forMs: number
  /** Orders seen later than this after the beginning are a breach. */
  readonly boundMs: number
  /** Orders placed before the beginning alone count: the run may go on with others. */
  readonly onlyOlder?: boolean
}

export interface Verdict {
  readonly looks: number
  /** When an order that counts was last seen, after the beginning, in ms. */
  readonly lastSeenMs: number | null
  readonly breaches: readonly string[]
}

const LOOK_EVERY_MS = 250

/** Makes the judge of one wallet. `baseUrl` is the exchange's own. */
export function createJudge(baseUrl: string, privateKey: string): Judge {
  const account = privateKeyToAccount(privateKey as `0x${string}`)
  let token: string | null = null
  // The older revision needs no key, so the judge's calls are counted by address and take none of the bot's.
  const call = async (path: string, init: { method?: string; body?: string } = {}): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${baseUrl}${path}`, { ...init, headers, signal: AbortSignal.timeout(2_000) })
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`)
    return (await answer.json()) as Answer
  }
  const logIn = async (): Promise<void> => {
    const { message } = (await call('/auth/message')).data as { message: string }
    const signature = await account.signMessage({ message })
    const body = JSON.stringify({ signer: account.address, message, signature })
    token = ((await call('/auth', { method: 'POST', body })).data as { token: string }).token
  }
  const look = async (): Promise<readonly string[] | null> => {
    try {
      if (token === null) await logIn()
      const hashes: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const page = await call(`/orders?status=OPEN&first=100${after === '' ? '' : `&after=${after}`}`)
        hashes.push(...(page.data as { order: { hash: string } }[]).map(({ order }) => order.hash))
        after = page.cursor ?? null
        if ((page.data as unknown[]).length === 0) break
      }
      return hashes
    } catch {
      token = null
      return null
    }
  }
  return {
    look,
    watch: async ({ forMs, boundMs, onlyOlder = false }) => {
      const startedAt = performance.now()
      const older = onlyOlder ? new Set(await look()) : null
      const breaches: string[] = []
      let looks = 0
      let lastSeenMs: number | null = null
      while (performance.now() - startedAt < forMs) {
        const askedMs = performance.now() - startedAt
        const seen = (await look())?.filter(hash => older === null || older.has(hash))
        if (seen !== undefined) looks++
        if (seen !== undefined && seen.length > 0) {
          lastSeenMs = Math.round(askedMs)
          if (askedMs > boundMs) breaches.push(`${seen.length} orders rest ${Math.round(askedMs)} ms after the fault began`)
        }
        await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
      }
      return { looks, lastSeenMs, breaches }
    },
  }
}

interface Answer {
  readonly data: unknown
  readonly cursor?: string | null
}
