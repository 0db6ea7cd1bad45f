import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningExchange } from '../../../src/exchange.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { openExchange, type Seat, takeSeat } from '../../venues/predict/seat.js'
import { inProcess } from '../in-process.js'
import { venueOf, withConfig } from '../quoting-config.js'

// From a killed run on: venue-elsewhere.test.ts, for acceptance.
describe('where orders of the wallet rest that its journal does not have', () => {
  let home: string
  let exchange: RunningExchange
  let seat: Seat
  let config: string
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'oddsmith-others-'))
    exchange = await openExchange({ accounts: 1 })
    seat = await takeSeat(exchange, 0, false)
    config = withConfig(home, venueOf(exchange, 0))
  })
  afterAll(async () => {
    seat.leave()
    await exchange.close()
    rmSync(home, { recursive: true, force: true })
  })

  const rest = async (): Promise<void> => {
    expect(await seat.place({ price: 2_000, shares: 10 })).toMatchObject({ kind: 'accepted' })
  }

  test('a run is not started, and they are named', async () => {
    await rest()
    const { code, stderr } = await oddsmith(['run', config, '--home', home]).ended
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/holds 1 orders? of this wallet that (is|are) not ours: 0x[0-9a-f]{64}/),
    ])
  })

  test('neither is one whose config does not name the market in which they rest', () =>
    inFolder(async other => {
      const narrow = withConfig(other, venueOf(exchange, 0), { markets: [String(exchange.markets[1]?.id)] })
      const { code, stderr } = await oddsmith(['run', narrow, '--home', other]).ended
      expect([code, stderr]).toEqual([3, expect.stringMatching(/order 0x[0-9a-f]{64} rests in market \d+/)])
    }))

  test('cancel-all removes them, and finds none when it is asked again', async () => {
    const { code, stdout, stderr } = await inProcess(['cancel-all', config, '--home', home])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('1 order removed (0 of this journal, 1 not ours), none open\n')
    const again = await inProcess(['cancel-all', config, '--home', home, '--json'])
    expect(JSON.parse(again.stdout)).toEqual({ removed: 0, ours: 0, open: [] })
  })

  test('cancel-all removes them although the journal is damaged, and says so', async () => {
    await rest()
    const folder = join(home, 'state', `predict-${exchange.accounts[0]?.address.toLowerCase()}`)
    mkdirSync(folder, { recursive: true })
    rmSync(join(folder, 'journal.db-wal'), { force: true })
    writeFileSync(join(folder, 'journal.db'), 'no longer a database')
    const { code, stdout, stderr } = await inProcess(['cancel-all', config, '--home', home])
    expect(stderr).toMatch(/^oddsmith: the orders are removed without the journal, [^\n]*: the file is not a journal[^\n]*\n$/)
    expect([code, stdout]).toEqual([0, '1 order removed, none open\n'])
  })
})
