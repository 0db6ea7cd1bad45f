import { setTimeout as pause } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import type { RunningExchange } from '../../src/exchange.js'

/** How many orders an exchange showed of a wallet, and when. */
export interface Look {
  /** Of `performance.now()`, when the answer was there. */
  readonly at: number
  readonly open: number
}

/** Looks at the exchange from outside while a fault lasts, by a login and code of its own. */
export interface Lookout {
  readonly looks: readonly Look[]
  /** Resolves once orders are shown. */
  untilOpen(): Promise<void>
  /** Resolves with the last look that showed orders at or after `from`, in ms after it, once none was shown for `quietMs`. */
  emptyAfter(from: number, quietMs?: number): Promise<number>
  stop(): Promise<void>
}

const EVERY_MS = 250

/** Begins to look, four times a second. */
export async function lookOut(
  { baseUrl, apiKey }: Pick<RunningExchange, 'baseUrl' | 'apiKey'>,
  privateKey: string,
): Promise<Lookout> {
  const token = await logIn({ baseUrl, apiKey }, privateKey)
  const headers = { 'x-api-key': apiKey, authorization: `Bearer ${token}` }
  const looks: Look[] = []
  const state = { isOver: false }
  const look = async (): Promise<void> => {
    const answer = await fetch(`${baseUrl}/v1/orders?status=OPEN&first=100`, { headers })
    const { data } = (await answer.json()) as { data?: unknown[] }
    // Without a call left it sees nothing, which is no evidence of anything.
    if (data !== undefined) looks.push({ at: performance.now(), open: data.length })
  }
  const looking = (async () => {
    while (!state.isOver) await Promise.all([look(), pause(EVERY_MS)])
  })()
  return {
    looks,
    untilOpen: async () => {
      while ((looks.at(-1)?.open ?? 0) === 0) await pause(20)
    },
    emptyAfter: async (from, quietMs = 1_500) => {
      for (;;) {
        const last = looks.findLast(({ open, at }) => open > 0 && at >= from)?.at ?? from
        const newest = looks.at(-1)?.at ?? from
        if (newest - last >= quietMs) return last - from
        await pause(50)
      }
    },
    stop: async () => {
      state.isOver = true
      await looking
    },
  }
}

async function logIn({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }, privateKey: string): Promise<string> {
  const account = privateKeyToAccount(privateKey as `0x${string}`)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const { message } = await dataOf<{ message: string }>(fetch(`${baseUrl}/v1/auth/message`, { headers }))
  const proof = { signer: account.address, message, signature: await account.signMessage({ message }) }
  const body = JSON.stringify(proof)
  return (await dataOf<{ token: string }>(fetch(`${baseUrl}/v1/auth`, { method: 'POST', headers, body }))).token
}

const dataOf = async <T>(answer: Promise<Response>): Promise<T> => ((await (await answer).json()) as { data: T }).data
