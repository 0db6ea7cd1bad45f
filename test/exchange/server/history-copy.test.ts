import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Core, createCore } from '../../../src/exchange/core/core.js'
import { copiedStore } from '../../../src/exchange/server/log/history-copy.js'
import { openHistory } from '../../../src/exchange/server/log/open-history.js'
import type { ExchangeSnapshot } from '../../../src/exchange/server/log/snapshot.js'
import { openStore, type Store } from '../../../src/exchange/server/log/store.js'
import { quickFingerprint } from '../../../src/exchange/server/log/thread-messages.js'
import { startExchange } from '../../../src/exchange.js'
import { folder } from './exchanges.js'

const WALLET = `0x${'a'.repeat(40)}`
const ROOMY = { wallet: WALLET, bytesMax: 1e9 }

const rows = (from: number, count: number, more = '') =>
  Array.from({ length: count }, (_, index) => ({ at: from + index, json: `"${from + index}"${more}` }))
const snapshot = (seq: number, bytes = 10): ExchangeSnapshot => ({
  seq,
  checksum: `sum ${seq}`,
  parts: [Buffer.alloc(bytes, seq % 251)],
})
const told = (store: Store): number[] => Array.from(store.rows(0), row => Number(JSON.parse(row.json)))
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** What a store's data tell once it is closed. */
function read(data: string): { lines: number[]; snapshots: readonly number[]; oldest: number | null; words: unknown[] } {
  const store = openStore(data)
  const found = {
    lines: told(store),
    snapshots: store.snapshots(),
    oldest: store.oldest(),
    words: [store.read('rules'), store.read('wallet')],
  }
  store.close()
  return found
}

const opened = (
  data: string,
): { store: Store; keepHistory: ReturnType<typeof copiedStore>['keepHistory']; logged: unknown[] } => {
  const logged: unknown[] = []
  const store = openStore(data)
  store.write('rules', '{}')
  return { ...copiedStore(store, (text, fields) => logged.push({ text, ...fields })), logged }
}

describe('the copy of an exchange’s history', () => {
  it('has all of it from the beginning of an exchange that was empty, and keeps what the exchange forgets', () => {
    const [data, copy] = [folder(), join(folder(), 'copy')]
    const { store, keepHistory, logged } = opened(data)
    store.append(rows(1, 3))
    keepHistory({ folder: copy, ...ROOMY })
    store.append(rows(4, 2))
    store.keep(snapshot(5))
    store.forget(5, 100)
    store.append(rows(6, 2))
    store.close()
    expect(read(data).lines).toEqual([6, 7])
    expect(read(copy)).toEqual({ lines: range(1, 7), snapshots: [], oldest: 1, words: ['{}', WALLET] })
    expect(logged).toEqual([])
  })

  it('begins with the newest snapshot from before the exchange opened, so that nothing of this life is missing', () => {
    const [data, copy] = [folder(), join(folder(), 'copy')]
    const earlier = openStore(data)
    earlier.append(rows(1, 5))
    earlier.keep(snapshot(5))
    earlier.append(rows(6, 1))
    earlier.close()
    const { store, keepHistory } = opened(data)
    store.append(rows(7, 2))
    store.keep(snapshot(8))
    keepHistory({ folder: copy, ...ROOMY })
    store.append(rows(9, 1))
    store.close()
    expect(read(copy)).toMatchObject({ lines: range(6, 9), snapshots: [5], oldest: 6 })
  })

  it('takes over a long tail between the requests, without waiting for the next command', async () => {
    const [data, copy] = [folder(), join(folder(), 'copy')]
    const { store, keepHistory } = opened(data)
    for (const at of range(1, 1_000)) store.append(rows(at, 1))
    keepHistory({ folder: copy, ...ROOMY })
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    // A kill: the store is never closed, and a process that is gone holds no lock.
    keepHistory({ folder: join(folder(), 'another'), ...ROOMY })
    expect(read(copy).lines).toEqual(range(1, 1_000))
    store.close()
  })

  it('leaves out what was signed', () => {
    const [data, copy] = [folder(), join(folder(), 'copy')]
    const { store, keepHistory } = opened(data)
    keepHistory({ folder: copy, ...ROOMY })
    store.append(rows(1, 3, '\tsigned'))
    store.close()
    const kept = openStore(copy)
    expect([...kept.rows(0)].map(({ json }) => json)).toEqual(['"1"', '"2"', '"3"'])
    kept.close()
  })

  it('stays within its bytes, and has at least half of them in whole commands behind a snapshot', () => {
    const [data, copy] = [folder(), join(folder(), 'copy')]
    const bytesMax = 2_000_000
    const { store, keepHistory, logged } = opened(data)
    keepHistory({ folder: copy, wallet: WALLET, bytesMax })
    for (let at = 1; at < 40_000; at += 10) {
      store.append(rows(at, 10, ' '.repeat(500)))
      if (at % 1_000 === 1) store.keep(snapshot(store.newest()))
    }
    store.close()
    const kept = openStore(copy)
    const [bytes, lines, oldest, snapshots] = [kept.bytes(), told(kept), kept.oldest() ?? 0, kept.snapshots()]
    kept.close()
    expect(bytes).toBeLessThan(bytesMax * 1.4)
    expect(bytes).toBeGreaterThan(bytesMax * 0.4)
    expect(lines).toEqual(range(oldest, 40_000))
    expect(oldest).toBeGreaterThan(30_000)
    expect(snapshots.some(seq => oldest <= seq + 1)).toBe(true)
    expect(logged).toEqual([])
  })

  it('is given up with a word where its folder cannot be written, and the exchange goes on', () => {
    const data = folder()
    const { store, keepHistory, logged } = opened(data)
    keepHistory({ folder: join(data, 'exchange.db', 'copy'), ...ROOMY })
    store.append(rows(1, 3))
    expect(told(store)).toEqual([1, 2, 3])
    store.close()
    expect(logged).toEqual([
      expect.objectContaining({
        text: expect.stringContaining('a calibration will miss'),
        error: expect.stringContaining('a file stands where the folder would be'),
      }),
    ])
  })
})

/** The exchange that a history leads to. */
function coreOf(data: string): { core: Core; commands: number; isWhole: boolean } {
  const history = openHistory(data)
  if (history === null) throw new Error(`expected a history in ${data}, found none`)
  const core = createCore(history.options, history.state)
  let commands = 0
  for (const command of history.commands()) {
    core.advance(command.at)
    core.apply(command)
    commands++
  }
  core.drain()
  history.close()
  return { core, commands, isWhole: history.state === undefined }
}

it('of an exchange with a crowd leads to the same exchange, from the middle of it as from its beginning', async () => {
  const [data, copy, later] = [folder(), join(folder(), 'copy'), join(folder(), 'later')]
  const options = {
    data,
    seed: 7,
    keepsLog: true,
    snapshotEvery: 150,
    crowd: { kind: 'synthetic', noiseASecond: 300 },
  } as const
  const first = await startExchange(options)
  first.keepHistory({ folder: copy, ...ROOMY })
  await pause(1_500)
  await first.close()
  const second = await startExchange(options)
  second.keepHistory({ folder: later, ...ROOMY })
  await pause(1_500)
  await second.close()
  const [whole, begun, cut] = [coreOf(data), coreOf(copy), coreOf(later)]
  expect(whole.isWhole && begun.isWhole).toBe(true)
  expect(begun.commands).toBeGreaterThan(50)
  expect(cut.isWhole).toBe(false)
  expect(cut.commands).toBeGreaterThan(50)
  expect(cut.commands).toBe(whole.commands - begun.commands)
  expect(quickFingerprint(cut.core)).toBe(quickFingerprint(whole.core))
}, 120_000)
