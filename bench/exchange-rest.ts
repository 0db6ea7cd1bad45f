import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RunningExchange } from '../src/exchange.js'
import { createSigner } from '../src/protocol/sign.js'
import type { Bench, Row } from './bench.js'
import { type ManySockets, openSockets } from './parts/many-sockets.js'
import { readMeter } from './parts/meter.js'
import { createLoad } from './parts/order-load.js'
import { median } from './rounds.js'

const KEYS = [`0x${'31'.repeat(32)}`, `0x${'32'.repeat(32)}`] as const
const CHAIN = 97
const IN_FLIGHT = 16
const BUDGET = 0.75
/** Longer than a round of orders: nothing of a round settles within it. */
const SETTLEMENT_MS = 500

/**
 * Signed orders over REST: the exchange with all its checks and its log, compared with a single-threaded server that only parses, hashes, recovers
 * and matches. The exchange recovers the signatures of a busy turn on two cores; its figure includes both.
 */
export const bench: Bench = {
  name: 'exchange-rest',
  run: async ({ isQuick, note }) => {
    const plan = isQuick ? { warmUp: 1, rounds: 2, orders: 1_000 } : { warmUp: 12, rounds: 30, orders: 1_000 }
    const sides = { floor: await openFloor(), ours: await openExchange() }
    const { tokens, feeRateBps, heads } = sides.ours
    const all = plan.warmUp + plan.rounds
    const count = all * plan.orders
    const load = createLoad({ chainId: CHAIN, privateKeys: KEYS, tokens, feeRateBps, count })
    note(`${load.length} orders are signed`)
    const readings: Readings = { floor: [], ours: [], settling: [] }
    for (let round = 1; round <= all; round++) {
      const orders = load.slice((round - 1) * plan.orders, round * plan.orders)
      const requests = orders.map(({ wallet, body }) => requestOf(heads[wallet], body))
      // The side that goes first finds the machine idle after the pause, so the two sides take turns at that.
      for (const side of round % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const)) {
        const reading = await measure(sides[side], requests)
        // The first rounds warm up the compiler, which is busy for ten thousand orders.
        if (round > plan.warmUp) readings[side].push(reading)
      }
      const settling = await settle(sides.ours, plan.orders)
      if (round > plan.warmUp) readings.settling.push(settling)
      if (round % NOTED_ROUNDS === 0) note(`round ${round} of ${all}`)
    }
    for (const { child, sockets } of Object.values(sides)) {
      sockets.close()
      child.disconnect()
    }
    return rowsOf(readings)
  },
}

const NOTED_ROUNDS = 6

interface Side {
  readonly child: ChildProcess
  readonly sockets: ManySockets
}

/** Of one round: wall time, and CPU time of all threads of the server. */
interface Reading {
  readonly perSecond: number
  readonly onCoreUs: number
}

const start = async (file: string, args: readonly string[]): Promise<{ child: ChildProcess; said: unknown }> => {
  const child = fork(fileURLToPath(new URL(`parts/${file}.js`, import.meta.url)), args, { stdio: 'inherit' })
  const [said] = (await once(child, 'message')) as [unknown]
  return { child, said }
}

async function openFloor(): Promise<Side> {
  const { child, said } = await start('rest-floor', [])
  const { port } = said as { port: number }
  return { child, sockets: await openSockets(port, { count: IN_FLIGHT, status: 201 }) }
}

interface Exchange extends Side {
  readonly tokens: readonly [string, string]
  readonly feeRateBps: number
  /** The request lines and headers of each wallet. */
  readonly heads: readonly [string, string]
}

/** The part of an answer that is read. */
interface Answered {
  readonly message: string
  readonly token: string
  readonly feeRateBps: number
  readonly outcomes: readonly { readonly onChainId: string }[]
}

async function openExchange(): Promise<Exchange> {
  const signers = KEYS.map(privateKey => createSigner({ privateKey, chainId: CHAIN }))
  const wallets = signers.map(({ address }) => address)
  const { child, said } = await start('rest-exchange', [String(SETTLEMENT_MS), ...wallets])
  const { baseUrl, apiKey, markets } = said as Omit<RunningExchange, 'close'>
  const headers = { 'x-api-key': apiKey }
  const read = async (path: string, init: RequestInit = {}): Promise<Answered> =>
    ((await (await fetch(baseUrl + path, { ...init, headers })).json()) as { data: Answered }).data
  const market = await read(`/v1/markets/${markets[0]?.id}`)
  const heads = await Promise.all(
    signers.map(async signer => {
      const { message } = await read('/v1/auth/message')
      const proof = { signer: signer.address, message, signature: signer.signMessage(message) }
      const { token } = await read('/v1/auth', { method: 'POST', body: JSON.stringify(proof) })
      return `POST /v1/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nx-api-key: ${apiKey}\r\nAuthorization: Bearer ${token}\r\n`
    }),
  )
  return {
    child,
    sockets: await openSockets(Number(new URL(baseUrl).port), { count: IN_FLIGHT, status: 201 }),
    tokens: [market.outcomes[0]?.onChainId ?? '', market.outcomes[1]?.onChainId ?? ''],
    feeRateBps: market.feeRateBps,
    heads: heads as unknown as readonly [string, string],
  }
}

const requestOf = (head: string, body: string): Buffer =>
  Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)

async function measure({ child, sockets }: Side, requests: readonly Buffer[]): Promise<Reading> {
  const before = await readMeter(child)
  const ms = await sockets.run(requests)
  const after = await readMeter(child)
  return {
    perSecond: (requests.length / ms) * 1e3,
    onCoreUs: (after.onCoreNs - before.onCoreNs) / 1e3 / requests.length,
  }
}

/** Matches settle after a round, which is not part of an answer: CPU microseconds for each order of the round. */
async function settle({ child }: Side, orders: number): Promise<number> {
  const before = await readMeter(child)
  await pause(2 * SETTLEMENT_MS)
  const after = await readMeter(child)
  return (after.onCoreNs - before.onCoreNs) / 1e3 / orders
}

interface Readings {
  readonly floor: Reading[]
  readonly ours: Reading[]
  readonly settling: number[]
}

function rowsOf({ floor, ours, settling }: Readings): readonly Row[] {
  const speed = (side: readonly Reading[]): number => median(side.map(({ perSecond }) => perSecond))
  const core = (side: readonly Reading[]): number => median(side.map(({ onCoreUs }) => onCoreUs))
  const ratioOf = (share: (ours: Reading, floor: Reading) => number): number =>
    median(ours.flatMap((reading, round) => (floor[round] === undefined ? [] : share(reading, floor[round]))))
  const ratio = ratioOf((one, bare) => one.perSecond / bare.perSecond)
  const plain = { ratio: null, against: null, budget: null, holds: null }
  return [
    { what: 'bare floor, 16 in flight', value: speed(floor), unit: 'orders/s', ...plain },
    {
      what: 'signature-checked orders over REST, 16 in flight, signatures of a busy turn on two cores',
      value: speed(ours),
      unit: 'orders/s',
      ratio,
      against: 'the bare floor, one thread',
      budget: `>= ${BUDGET}x`,
      holds: ratio >= BUDGET,
    },
    { what: 'bare floor, on its core', value: core(floor), unit: 'us/order', ...plain },
    {
      ...plain,
      what: 'the exchange, on both cores together',
      value: core(ours),
      unit: 'us/order',
      ratio: ratioOf((one, bare) => bare.onCoreUs / one.onCoreUs),
      against: 'the bare floor',
    },
    { ...plain, what: 'settling what was matched, on a core, later', value: median(settling), unit: 'us/order' },
  ]
}
