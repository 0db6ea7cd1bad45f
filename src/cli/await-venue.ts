import { setTimeout as pause } from 'node:timers/promises'
import { createRest, type Rest, type RestRequest } from '../venues/wires/rest.js'
import { ExitCode, ExitError } from './exit.js'
import type { World } from './world.js'

export interface VenueWait {
  /** 0: each address is asked once. */
  readonly withinSeconds: number
  /** Told once for each address that does not answer at first. */
  readonly onWait: (text: string) => void
  /** Aborted where the run is to end meanwhile: nothing is waited for any more. */
  readonly signal: AbortSignal
}

/** Between two questions: an exchange that restarts is back within seconds. */
const ASK_EVERY_MS = 500

/**
 * Resolves once each address of a venue answers, whatever it says: a word of refusal is an answer, and is dealt with by who asks in earnest. Rejects
 * with an `ExitError` that names the address where one does not answer in time.
 */
export async function awaitVenue({ baseUrl, rpcUrl, apiKey }: World, wait: VenueWait): Promise<void> {
  const headers = apiKey === '' ? {} : { 'x-api-key': apiKey }
  const addresses = [
    { field: 'baseUrl', url: baseUrl, request: { method: 'GET', path: '/v1/markets?first=1', headers } },
    { field: 'rpcUrl', url: rpcUrl, request: { method: 'POST', path: '', body: CHAIN_ID } },
  ] as const
  await Promise.all(addresses.map(address => awaitOne(address, wait)))
}

const CHAIN_ID = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })

interface Address {
  readonly field: 'baseUrl' | 'rpcUrl'
  readonly url: string
  readonly request: RestRequest
}

async function awaitOne({ field, url, request }: Address, { withinSeconds, onWait, signal }: VenueWait): Promise<void> {
  const rest = createRest({ baseUrl: url, venue: 'predict' })
  const endsAt = performance.now() + withinSeconds * 1_000
  // The path of a node's address often holds its key.
  const name = `the venue’s host ${new URL(url).host} (venue.${field})`
  try {
    for (let isFirst = true; !signal.aborted; isFirst = false) {
      const why = await silence(rest, request)
      if (why === null) return
      if (performance.now() >= endsAt)
        throw new ExitError(ExitCode.FAILED, `${name} did not answer${within(withinSeconds)}: ${why}`)
      if (isFirst)
        onWait(`${name} does not answer (${why}); it is asked again for ${withinSeconds} s (venue.startWithinSeconds)`)
      await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    void rest.close()
  }
}

const within = (seconds: number): string => (seconds === 0 ? '' : ` within ${seconds} s (venue.startWithinSeconds)`)

/** Why there was no answer; null: there was one. */
async function silence(rest: Rest, request: RestRequest): Promise<string | null> {
  const answer = await rest.request(request)
  return answer.kind === 'failed' ? answer.error.message : null
}
