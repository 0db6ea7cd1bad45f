import { createRest, type RestAnswer, VenueError, type VenueParts } from 'oddsmith/venue'
import { type EchoAccount, type EchoMarket, macOf } from './wire.js'

/** The account that a config names. This is what the gateway gets back as its signer. */
export interface EchoKey {
  readonly account: string
  readonly secret: string
}

/** Requests of the exchange. Those of an account sign their time, by the wall clock. */
export interface EchoCalls {
  markets(): Promise<readonly EchoMarket[]>
  /** Fills after this number. Rejects with a `VenueError`. */
  account(key: EchoKey, after: number): Promise<EchoAccount>
  /** `body`: orders that are signed. `mayStart` as a gateway is given it. */
  place(body: string, mayStart?: () => boolean): Promise<RestAnswer>
  cancel(key: EchoKey, ids: readonly string[]): Promise<RestAnswer>
  close(): void
}

/** Makes the calls by the wires that the venue was given. */
export function createCalls(url: string, { wires }: Pick<VenueParts, 'wires'>): EchoCalls {
  const { clock } = wires
  const rest = createRest({ baseUrl: url, venue: 'echo', openHttp: wires.openHttp })
  const wallMs = (): number => Math.floor((clock.now() + clock.wallOffset()) / 1_000)
  const signed = (key: EchoKey, parts: readonly (string | number)[], fields: object): string => {
    const t = wallMs()
    return JSON.stringify({ a: key.account, t, ...fields, h: macOf(key.secret, [key.account, t, ...parts]) })
  }
  return {
    markets: async () => expectDone(await rest.request({ method: 'GET', path: '/markets' })) as readonly EchoMarket[],
    account: async (key, after) =>
      expectDone(
        await rest.request({ method: 'POST', path: '/account', body: signed(key, [after], { after }) }),
      ) as EchoAccount,
    place: (body, mayStart) => rest.request({ method: 'POST', path: '/orders', body, mayStart }),
    cancel: (key, ids) => rest.request({ method: 'POST', path: '/cancel', body: signed(key, ids, { ids }), isUrgent: true }),
    close: () => void rest.close(),
  }
}

function expectDone(answer: RestAnswer): unknown {
  if (answer.kind === 'done') return answer.json
  if (answer.kind === 'failed') throw answer.error
  throw new VenueError(`refused with HTTP ${answer.status}`, { venue: 'echo', retryable: answer.status === 429 })
}
