import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { RunningExchange } from '../../src/exchange.js'
import type { MarketIndex } from '../../src/model/ids.js'
import type { Seat } from '../venues/predict/seat.js'
import { inFolder, oddsmith } from './daemon.js'
import { type ShownOrder, watchOrders } from './outside-look.js'
import { openStreamProxy, type StreamProxy } from './stream-proxy.js'

/** A way in which a bot does not see or hear any more, while the exchange goes on. */
export interface Blindness {
  readonly name: string
  /** From its beginning; later the exchange may show no order in a blind market. */
  readonly boundMs: number
  /** How long it lasts; it is looked at all that time. */
  readonly lastsMs: number
  begin(stage: BlindStage): Promise<void>
  end(stage: BlindStage): Promise<void>
}

/** What a blindness has to do with. */
export interface BlindStage {
  readonly proxy: StreamProxy
  /** Markets that must be pulled, and those that must not. */
  readonly blind: readonly number[]
  readonly quiet: readonly number[]
}

export interface BlindOptions extends Pick<BlindStage, 'blind' | 'quiet'> {
  readonly exchange: RunningExchange
  readonly account: number
  readonly rounds: number
  /** Stands on both sides of each market, so that there is a middle to quote around. */
  readonly maker: Maker
}

/** Another trader in the markets. */
export interface Maker {
  /** Sees to it that both sides of a market are there. */
  stand(market: number): Promise<void>
  /** Changes a level of the book that is not its best. */
  stir(market: number): Promise<void>
}

const LOOK_EVERY_MS = 250
const STIR_EVERY_MS = 600
const PATIENCE_MS = 40_000
/** Of what a daemon said, what a failure shows. */
const SAID_MAX = 6_000

/** Lets a daemon trade through a proxy, makes it blind again and again, and looks at the exchange meanwhile. */
export const goBlind = (blindness: Blindness, { exchange, account, blind, quiet, rounds, maker }: BlindOptions) =>
  inFolder(async home => {
    const { privateKey = '' } = exchange.accounts[account] ?? {}
    const proxy = await openStreamProxy(exchange)
    const stage: BlindStage = { proxy, blind, quiet }
    const markets = [...blind, ...quiet]
    const config = join(home, 'live.yaml')
    writeFileSync(config, configOf({ ...proxy.addresses, chainId: exchange.chainId }, markets))
    for (const market of markets) await maker.stand(market)
    const daemon = oddsmith(['run', config, '--home', home], { API: exchange.apiKey, WALLET: privateKey })
    try {
      const look = await watchOrders(exchange, privateKey)
      for (let round = 1; round <= rounds; round++) {
        for (const market of markets) await maker.stand(market)
        await untilQuoted(look, { ...stage, maker }, `round ${round}`)
        await blindness.begin(stage)
        const samples = await watch(look, { ...stage, lastsMs: blindness.lastsMs, maker })
        await blindness.end(stage)
        expectHeld(samples, blindness, stage, round)
      }
      daemon.child.kill('SIGTERM')
      const { code, stderr } = await daemon.ended
      expect(code, stderr).toBe(0)
    } catch (error) {
      daemon.child.kill('SIGKILL')
      const { stderr } = await daemon.ended
      throw new Error(`${blindness.name}; the daemon said last:\n${stderr.slice(-SAID_MAX)}`, { cause: error })
    } finally {
      daemon.child.kill('SIGKILL')
      await daemon.ended
      await proxy.close()
    }
  })

const configOf = (addresses: object, markets: readonly number[]): string => {
  const venue = { name: 'predict', ...addresses, apiKey: { env: 'API' }, privateKey: { env: 'WALLET' } }
  const strategies = [{ strategy: 'two-sided', markets }]
  return `venue: ${JSON.stringify(venue)}\nstrategies: ${JSON.stringify(strategies)}\n`
}

type Look = () => Promise<readonly ShownOrder[]>

/** Books move meanwhile, so that a stream that was silent is heard again. */
async function untilQuoted(
  look: Look,
  { blind, quiet, maker }: BlindStage & { readonly maker: Maker },
  what: string,
): Promise<void> {
  const markets = [...blind, ...quiet]
  for (const from = performance.now(); ; await pause(LOOK_EVERY_MS)) {
    const shown = await look()
    for (const market of blind) await maker.stir(market)
    if (markets.every(market => shown.filter(order => order.market === market).length >= 2)) return
    if (performance.now() - from > PATIENCE_MS) throw new Error(`${what}: no quotes in ${markets.join(', ')}`)
  }
}

interface Sample {
  readonly afterMs: number
  readonly orders: readonly ShownOrder[]
}

async function watch(
  look: Look,
  { blind, lastsMs, maker }: BlindStage & { readonly lastsMs: number; readonly maker: Maker },
): Promise<readonly Sample[]> {
  const samples: Sample[] = []
  const from = performance.now()
  let stirredMs = 0
  while (performance.now() - from < lastsMs) {
    // Taken before the question, so that what is shown was there at that moment or later.
    const afterMs = performance.now() - from
    samples.push({ afterMs, orders: await look() })
    if (performance.now() - from - stirredMs > STIR_EVERY_MS) {
      stirredMs = performance.now() - from
      for (const market of blind) await maker.stir(market)
    }
    await pause(LOOK_EVERY_MS)
  }
  return samples
}

function expectHeld(
  samples: readonly Sample[],
  { name, boundMs }: Blindness,
  { blind, quiet }: BlindStage,
  round: number,
): void {
  const restIn = (markets: readonly number[], { orders }: Sample): number =>
    orders.filter(({ market }) => markets.includes(market)).length
  const late = samples.filter(sample => sample.afterMs > boundMs && restIn(blind, sample) > 0)
  const last = samples.findLast(sample => restIn(blind, sample) > 0)?.afterMs ?? 0
  process.stderr.write(`${name}, round ${round}: the last order was seen after ${Math.round(last)} ms\n`)
  expect(late, `${name}, round ${round}: orders after ${boundMs} ms`).toEqual([])
  // Quotes are renewed now and then, and a look may fall between removal and create.
  for (const market of quiet) {
    const bare = samples.map(sample => restIn([market], sample) === 0)
    expect(
      bare.some((isBare, index) => isBare && bare[index + 1] === true),
      `${name}, round ${round}: quotes in the quiet market ${market}`,
    ).toBe(false)
  }
}

const STANDS_MS = 300_000

/** A maker by a wallet of its own. */
export function createMaker(seat: Seat, marketIds: readonly number[]): Maker {
  const stoodAt = new Map<number, number>()
  let stirs = 0
  const indexOf = (market: number): MarketIndex => {
    const found = seat.markets[marketIds.indexOf(market)]
    if (found === undefined) throw new RangeError(`expected market ${market}`)
    return found.index
  }
  return {
    stand: async market => {
      if (performance.now() - (stoodAt.get(market) ?? Number.NEGATIVE_INFINITY) < STANDS_MS) return
      stoodAt.set(market, performance.now())
      for (const outcome of ['yes', 'no'] as const)
        await seat.place({ market: indexOf(market), outcome, price: 4_500, shares: 50 })
    },
    stir: async market => {
      const price = 1_000 + 100 * (stirs++ % 20)
      // For about a dollar, so that the money lasts for all of them.
      const { kind } = await seat.place({ market: indexOf(market), price, shares: Math.ceil(10_000 / price) })
      if (kind !== 'accepted') throw new Error(`expected an accepted order, found it ${kind}`)
    },
  }
}
