import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { startExchange } from '../../src/exchange.js'
import { openJournal } from '../../src/journal/journal.js'
import { OrderHash, OrderId } from '../../src/model/ids.js'
import { type Clock, Timestamp } from '../../src/model/time.js'
import { createSigner } from '../../src/protocol/sign.js'
import { restoreState } from '../../src/runtime/restore-state.js'
import { createSystemClock } from '../../src/runtime/system-clock.js'
import { createPredictVenue } from '../../src/venues/predict/predict-venue.js'
import { inFolder, oddsmith } from '../end-to-end/daemon.js'
import { inProcess } from './in-process.js'

/** A wallet's twelve seconds on paper as version 0.1.0 left them; `paper.yaml` is what it was run with. */
const FIXTURE = join(import.meta.dirname, '../fixtures/v0.1.0')
/** For everybody to see, as the wallet holds play money. */
const KEY = `0x${'11'.repeat(32)}`
const WALLET = 'predict-0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'
const RUN = '20261123-070014'
/** A second after that run ended: markets of its exchange are open then, whenever this is run. */
const AFTERWARDS = Timestamp.ofMs(Date.UTC(2026, 10, 23, 7, 0, 29))

const summary = JSON.parse(readFileSync(join(FIXTURE, 'run/summary.json'), 'utf8')) as {
  readonly fills: number
  readonly orders: { readonly placed: number }
}

/** Lays it out as it lay in a user's folder. */
function unpack(home: string): {
  readonly state: string
  readonly journal: string
  readonly run: string
  readonly config: string
} {
  const state = join(home, 'state', WALLET)
  mkdirSync(join(state, 'exchange'), { recursive: true })
  const unpacked = (name: string, to: string): void =>
    writeFileSync(join(state, to), gunzipSync(readFileSync(join(FIXTURE, `${name}.gz`))))
  unpacked('journal.db', 'journal.db')
  unpacked('journal.db-ahead', 'journal.db-ahead')
  unpacked('exchange.db', 'exchange/exchange.db')
  writeFileSync(join(state, 'key.json'), JSON.stringify({ world: 'paper', privateKey: KEY }))
  const run = join(home, 'runs', RUN)
  cpSync(join(FIXTURE, 'run'), run, { recursive: true })
  const config = join(home, 'paper.yaml')
  copyFileSync(join(FIXTURE, 'paper.yaml'), config)
  return { state, journal: join(state, 'journal.db'), run, config }
}

describe('what version 0.1.0 left behind', () => {
  test('a wallet goes on where it stood: its journal and its exchange tell the same money and shares', () =>
    inFolder(async home => {
      const { state, journal: file } = unpack(home)
      const journal = openJournal(file, { epoch: 0 })
      const restored = restoreState(journal).state
      const orders = journal.rows.orders(1_000)
      expect(orders.length).toBeGreaterThanOrEqual(summary.orders.placed)
      expect(journal.rows.fills(1_000)).toHaveLength(summary.fills)
      const clock = clockFrom(AFTERWARDS)
      const exchange = await startExchange({ data: join(state, 'exchange'), crowd: { kind: 'none' }, clock })
      const venue = createPredictVenue({ ...exchange, clock: { ...createSystemClock(), ...clock } })
      const markets = await venue.markets({ ids: [...restored.positions.keys()] })
      const signer = createSigner({ privateKey: KEY, chainId: 97 })
      const known = new Map(orders.map(({ id, hash }) => [OrderId.parse(id), OrderHash.of(hash)] as const))
      const gateway = venue.gateway({ signer, epoch: journal.epoch }, known)
      const preflight = await gateway.preflight(markets)
      const snapshot = await gateway.snapshot()
      venue.close()
      await exchange.close()
      expect(preflight).toEqual([])
      expect(snapshot.cash).toBe(restored.cash)
      expect(snapshot.orders).toEqual([])
      for (const { id, index } of markets) {
        const held = restored.positions.get(id)
        expect(snapshot.shares.get(index), `shares of ${id}`).toEqual({ yes: held?.yes.shares, no: held?.no.shares })
      }
      journal.close()
    }))

  test('its run is calibrated as before, and read to its end by replay', () =>
    inFolder(async home => {
      const { run } = unpack(home)
      const calibrated = await oddsmith(['calibrate', run, '--json']).ended
      expect(calibrated.code, calibrated.stderr).toBe(0)
      const { models } = JSON.parse(calibrated.stdout) as { models: { readonly model: string; readonly hits: object }[] }
      const exact = models.find(({ model }) => model === 'exact')
      expect(exact?.hits).toEqual({ both: 13, runOnly: 0, modelOnly: 0, neither: 64 })
      const replayed = await oddsmith(['replay', run]).ended
      // Rules of the engine have changed since, so it may differ, which the command says in its words.
      expect(`${replayed.stdout}${replayed.stderr}`).toMatch(/267 turns, 219 commands/)
    }))

  test('its journal is told by every command, before and after it is brought to this version', () =>
    inFolder(async home => {
      const { config, journal: file } = unpack(home)
      const ask = (...words: readonly string[]) => inProcess(['journal', ...words, config, '--home', home, '--json'])
      const before = await Promise.all([ask('orders'), ask('fills')])
      expect((await ask('verify')).stdout).toMatch(/an older oddsmith wrote it/)
      const rows = fillRows(file)
      expect(new Set(rows.map(({ key }) => key)).size).toBe(summary.fills)
      openJournal(file, { epoch: 0 }).close()
      expect(fillRows(file)).toEqual(rows)
      const after = await Promise.all([ask('orders'), ask('fills')])
      expect(after).toEqual(before)
      const verified = await ask('verify')
      expect(verified.code, verified.stdout).toBe(0)
    }))
})

/** Each row of the table of fills, as SQLite has it. */
function fillRows(file: string): readonly { readonly key: string }[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], { key: string }>('SELECT * FROM fills ORDER BY key, state').all()
  } finally {
    db.close()
  }
}

/** Runs as the system's does, from another moment. */
function clockFrom(start: Timestamp): Clock {
  const began = performance.now()
  return { now: () => Timestamp.add(start, Math.round((performance.now() - began) * 1_000)) }
}
