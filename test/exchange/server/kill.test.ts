import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../src/exchange/crowd/random.js'
import { writeEntry } from '../../../src/exchange/server/log/log-entry.js'
import { openStore } from '../../../src/exchange/server/log/store.js'
import type { RunningExchange } from '../../../src/exchange.js'
import { Wei } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { isAcceptance } from '../../is-acceptance.js'
import { type Client, createClient } from './client.js'
import { folder } from './exchanges.js'

const built = resolve(import.meta.dirname, '../../../dist/src/exchange.js')
const KILLS = isAcceptance ? 20 : 2
const MAKINGS = 10
const SEED = 31
const ONE = 10n ** 18n

interface Spawned {
  readonly exchange: RunningExchange
  readonly child: ChildProcess
  /** Whether a thread is making a snapshot now. */
  readonly isMaking: () => boolean
}

/** The built exchange in a process of its own, which says when a thread begins and ends; without fees, so that two wallets hold all there is. */
const spawnExchange = async (data: string): Promise<Spawned> => {
  const options = {
    data,
    crowd: { kind: 'none' },
    rateLimits: null,
    settlementMs: 40,
    settlementFailPercent: 10,
    seed: SEED,
    // Taken so often that kills fall into them.
    snapshotEvery: 20,
    markets: [{ question: 'Who is left?', feeRateBps: 0 }],
  }
  const script = `
    import threads from 'node:worker_threads'
    import { syncBuiltinESMExports } from 'node:module'
    threads.Worker = class extends threads.Worker {
      constructor(...args) {
        super(...args)
        process.stdout.write('begins\\n')
        this.once('exit', () => process.stdout.write('ends\\n'))
      }
    }
    syncBuiltinESMExports()
    const { startExchange } = await import(${JSON.stringify(pathToFileURL(built).href)})
    const { close, ...exchange } = await startExchange(${JSON.stringify(options)})
    process.stdout.write(JSON.stringify(exchange) + '\\n')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  let isMaking = false
  const line = await new Promise<string>((found, failed) => {
    createInterface(child.stdout).on('line', text => {
      if (text === 'begins' || text === 'ends') isMaking = text === 'begins'
      else found(text)
    })
    child.once('exit', code => failed(new Error(`the exchange ended with code ${code} before it was ready`)))
  })
  return { exchange: JSON.parse(line) as RunningExchange, child, isMaking: () => isMaking }
}

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = new Promise(end => child.once('exit', end))
  child.kill('SIGKILL')
  await gone
}

/** So long a life that its snapshots are made by a thread: money for an account that does nothing, as the log would have it. */
const age = async (data: string, commands: number): Promise<void> => {
  const { child } = await spawnExchange(data)
  await kill(child)
  const store = openStore(data)
  const at = Timestamp.ofMs(Date.now())
  const command = { kind: 'fund', at, account: `0x${'9'.repeat(40)}`, cash: Wei.of(1n) } as const
  const row = { at, json: writeEntry({ command }) }
  store.append(Array.from({ length: commands }, () => row))
  store.close()
}

/** What the exchange has said and may never take back. */
interface Said {
  readonly accepted: Set<string>
  readonly removed: Set<string>
  readonly settled: Map<string, bigint>
}

type Random = ReturnType<typeof createRandom>

/** Places, looks and removes until the exchange is gone. */
const trade = async (client: Client, market: number, said: Said, random: Random): Promise<void> => {
  const mine: string[] = []
  const pick = (count: number): number => Math.floor(random.uniform() * count)
  const act = async (): Promise<void> => {
    const outcome = pick(2) === 0 ? 'yes' : 'no'
    const side = pick(4) === 0 ? 'sell' : 'buy'
    const order = await client.limit({ market, outcome, side, cents: 45 + pick(11), shares: 5 + pick(10) })
    if (order.status === 201) {
      said.accepted.add(order.body.data.orderHash)
      mine.push(order.body.data.orderHash)
    } else expect(order.status).toBe(400)
    const hash = mine[pick(mine.length)]
    if (hash === undefined) return
    if (pick(3) === 0) {
      const { body } = await client.post('/v1/orders/remove-by-hash', { data: { hashes: [hash] } })
      for (const one of body.removed) said.removed.add(one)
    } else {
      const { data } = (await client.get(`/v1/orders/${hash}`)).body
      said.settled.set(hash, BigInt(data.amountFilled))
    }
  }
  for (;;) {
    try {
      await act()
    } catch (error) {
      // What fetch throws when the other end is gone; anything else is a finding.
      if (error instanceof TypeError || (error instanceof SyntaxError && error.message.includes('JSON'))) return
      throw error
    }
  }
}

const expectKept = async (clients: readonly Client[], market: number, said: Said): Promise<void> => {
  const rows = new Map<string, { status: string; amountFilled: string }>()
  for (const client of clients)
    for (let after = ''; ; ) {
      const { data, cursor } = (await client.get(`/v1/orders?first=100${after === '' ? '' : `&after=${after}`}`)).body
      for (const row of data) rows.set(row.order.hash, row)
      if (cursor === null) break
      after = cursor
    }
  expect([...said.accepted].filter(hash => !rows.has(hash))).toEqual([])
  expect([...said.removed].filter(hash => rows.get(hash)?.status === 'OPEN')).toEqual([])
  expect([...said.settled].filter(([hash, amount]) => BigInt(rows.get(hash)?.amountFilled ?? -1) < amount)).toEqual([])
  const [cash, yes, no] = await Promise.all(
    [(one: Client) => one.cash(), (one: Client) => one.shares(market, 'yes'), (one: Client) => one.shares(market, 'no')].map(
      async read => (await Promise.all(clients.map(read))).reduce((sum, amount) => sum + amount, 0n),
    ),
  )
  expect([yes, cash]).toEqual([no, 20_000n * ONE - (yes ?? 0n)])
}

describe.skipIf(!existsSync(built))('an exchange that is killed (needs the build)', () => {
  it(`loses nothing that it has answered, ${KILLS} times, seed ${SEED}`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const data = folder()
    const random = createRandom(SEED, 1)
    const said: Said = { accepted: new Set(), removed: new Set(), settled: new Map() }
    for (let round = 0; round <= KILLS; round++) {
      const { exchange, child } = await spawnExchange(data)
      const market = exchange.markets[0]?.id ?? 0
      const clients = [createClient(exchange, 0), createClient(exchange, 1)]
      for (const client of clients) await client.login()
      await expectKept(clients, market, said)
      const load = round === KILLS ? [] : [0, 1, 2, 3].map(one => trade(clients[one % 2] as Client, market, said, random))
      if (load.length > 0) {
        // However slow the machine: something was answered before each kill.
        for (const least = said.accepted.size + 8; said.accepted.size < least; ) await pause(10)
        await pause(Math.floor(random.uniform() * 700))
      }
      await kill(child)
      await Promise.all(load)
    }
    expect(said.accepted.size).toBeGreaterThan(KILLS * 5)
    expect(said.settled.size).toBeGreaterThan(0)
  })

  it.runIf(isAcceptance)(
    `loses nothing when it dies while a thread makes a snapshot, ${MAKINGS} times`,
    {
      timeout: 60_000 + MAKINGS * 20_000,
    },
    async () => {
      const data = folder()
      const random = createRandom(SEED, 2)
      const said: Said = { accepted: new Set(), removed: new Set(), settled: new Map() }
      await age(data, 10_000)
      for (let round = 0; round <= MAKINGS; round++) {
        const { exchange, child, isMaking } = await spawnExchange(data)
        const market = exchange.markets[0]?.id ?? 0
        const clients = [createClient(exchange, 0), createClient(exchange, 1)]
        for (const client of clients) await client.login()
        await expectKept(clients, market, said)
        if (round < MAKINGS) {
          const load = [0, 1, 2, 3].map(one => trade(clients[one % 2] as Client, market, said, random))
          const least = said.accepted.size + 8
          // At some moment of a making, whichever it is: a kill between two of them is no kill of this test.
          do await pause(Math.floor(random.uniform() * 200))
          while (!isMaking() || said.accepted.size < least)
          await kill(child)
          await Promise.all(load)
        } else await kill(child)
      }
      expect(said.accepted.size).toBeGreaterThan(MAKINGS * 5)
    },
  )
})
