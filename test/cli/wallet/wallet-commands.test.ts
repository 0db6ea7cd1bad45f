import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournal } from '../../../src/journal/journal.js'
import { Timestamp } from '../../../src/model/time.js'
import { INPUT_LOG } from '../../../src/recording/open-by-content.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { type Ended, killBoth, newestRun, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'
import { OUT_OF_REACH, PAPER, withConfig } from '../quoting-config.js'

const PATIENCE = 120_000
const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/

describe('a wallet on paper, from its first fill to its last run', () => {
  let home: string
  let config: string
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'oddsmith-wallet-'))
    config = withConfig(home)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const command = (...args: readonly string[]): Promise<Ended> => inProcess([...args, '--home', home])
  const runs = (...flags: readonly string[]): Promise<Ended> => oddsmith(['run', config, ...flags, '--home', home]).ended
  const ask = async (...words: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await command('journal', ...words)
    expect(code, stderr).toBe(0)
    return stdout
  }

  test('before it there is nothing to tell, and no folder for it is made where none can be', async () => {
    const unknown = await command('journal', 'fills')
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('contains no wallet yet; --home names')])
    const other = await command('journal', 'fills', '--wallet', `0x${'1'.repeat(40)}`)
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('it contains no wallet yet')])
    const limit = await command('journal', 'fills', '--limit', 'all')
    expect([limit.code, limit.stderr]).toEqual([2, expect.stringContaining('--limit: expected a whole number')])
    const { code, stderr } = await oddsmith(['run', config, '--home', config]).ended
    expect(stderr).toMatch(/^oddsmith: the folder of a new wallet could not be made under .*: ENOTDIR[^\n]*\n$/)
    expect(code).toBe(1)
  })

  test(
    'its orders, fills and positions are told by its journal, while the daemon runs and after',
    async () => {
      const run = oddsmith(['run', config, '--home', home])
      await run.says(/[1-9]\d* fills/)
      const { wallet, orders } = JSON.parse(await ask('orders', config, '--json', '--limit', '3'))
      expect(wallet).toBe(walletFolder(home).address)
      expect(orders).toHaveLength(3)
      expect(orders[0]).toMatchObject({ side: expect.any(String), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
      run.child.kill('SIGINT')
      expect((await run.ended).code).toBe(0)
      // This once as a user calls it.
      const { fills } = JSON.parse((await oddsmith(['journal', 'fills', '--json', '--home', home]).ended).stdout)
      expect(fills.length).toBeGreaterThan(0)
      expect(Number(fills[0].shares)).toBeGreaterThan(0)
      const { cash, positions } = JSON.parse(await ask('positions', '--wallet', wallet, '--json'))
      expect(Number(cash)).toBeGreaterThan(0)
      for (const { shares } of positions) expect(Number(shares)).toBeGreaterThan(0)
      expect(await ask('positions')).toMatch(/^wallet 0x[0-9a-f]{40}\n/)
      expect(await ask('orders', '--limit', '2')).toMatch(/id +at +market +side/)
      const ledger = (await ask('ledger', '--csv')).trim().split('\r\n')
      expect(ledger[0]).toBe('at,what,market,side,outcome,shares,price,cash,fee,gain,balance,order,key')
      expect(ledger[1]).toMatch(/,opening,/)
      const { ledger: days } = JSON.parse(await ask('ledger', '--by', 'day', '--json'))
      expect(Number(days[0].cash)).toBeCloseTo(Number(cash), 9)
      // Rows of a time are chosen before they are counted.
      expect(await ask('fills', '--since', '2020-01-01', '--limit', '1')).toMatch(/settled|matched/)
      expect(await ask('fills', '--until', '2020-01-01', '--csv')).toBe('')
      const both = await command('journal', 'fills', '--csv', '--json')
      expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--csv and --json: expected one of them')])
      const date = await command('journal', 'fills', '--since', 'May')
      expect([date.code, date.stderr]).toEqual([2, expect.stringContaining('--since: expected a date such as 2026-03-01')])
    },
    PATIENCE,
  )

  test('halted, it does not start until resume has cleared the halt, once; both stay in the journal', async () => {
    const { folder } = walletFolder(home)
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 1 })
    const { state } = restoreState(journal)
    const at = Timestamp.ofMs(Date.now())
    journal.save({ at, markets: [], state })
    journal.append({ at, entries: [{ kind: 'halt', at, rule: 'drawdownMaxUsdt', limit: 50, found: 51 }], orders: [] })
    journal.close()
    const halted = await runs()
    expect([halted.code, halted.stderr]).toEqual([3, expect.stringContaining('halted by drawdownMaxUsdt (limit 50, found 51)')])
    const cleared = await command('resume', config, '--json')
    expect([cleared.code, JSON.parse(cleared.stdout)]).toMatchObject([0, { cleared: { rule: 'drawdownMaxUsdt', limit: 50 } }])
    expect((await command('resume', config)).stdout).toBe('this wallet is neither halted nor paused; nothing to clear\n')
  })

  test('halted without a daemon, it does not start until resume has cleared the halt', async () => {
    const halted = await command('halt', config, '--json')
    expect([halted.code, JSON.parse(halted.stdout)]).toMatchObject([
      0,
      { is: 'done', text: expect.stringContaining('it is halted') },
    ])
    const next = await runs()
    expect([next.code, next.stderr]).toEqual([3, expect.stringContaining('halted by a request of cli')])
    const cleared = await command('resume', config, '--json')
    expect([cleared.code, JSON.parse(cleared.stdout)]).toMatchObject([0, { cleared: { rule: 'asked by cli' } }])
  })

  test(
    'killed while its orders rest, it has them removed by cancel-all, and its log is replayed as far as it was written',
    async () => {
      config = withConfig(home, PAPER, { parameters: OUT_OF_REACH })
      const run = oddsmith(['run', config, '--home', home])
      await run.says(QUOTES_BOTH)
      expect(await command('resume', config)).toMatchObject({ code: 0, stdout: 'all markets: resumed\n' })
      // The log is written some time after what happened: once it has grown, it has the turns before.
      const log = join(newestRun(home), INPUT_LOG)
      const before = statSync(log).size
      while (statSync(log).size === before) await new Promise(resolve => setTimeout(resolve, 50))
      killBoth(run)
      await run.ended
      // This once as a user calls it.
      const { code, stdout, stderr } = await oddsmith(['cancel-all', config, '--home', home]).ended
      expect(code, stdout + stderr).toBe(0)
      expect(stdout).toMatch(/^([1-9]\d*) orders? removed \(\1 of this journal, 0 not ours\), none open\n$/)
      const replayed = await inProcess(['replay', newestRun(home), '--json'])
      const result = JSON.parse(replayed.stdout)
      expect(result).toMatchObject({ firstDifference: null, isCutShort: true })
      expect(result.turns).toBeGreaterThan(3)
      expect(replayed.stderr).toContain('the input log has no end')
      expect(replayed.code).toBe(0)
    },
    PATIENCE,
  )

  test(
    'its next run owns its past, and ends with nothing open and nothing in doubt',
    async () => {
      const next = await runs('--for', '2s', '--json')
      expect(next.code, next.stderr).toBe(0)
      expect(JSON.parse(next.stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
    },
    PATIENCE,
  )

  test('with the journal of another wallet in its folder it is not started, and that journal is left as it was', async () => {
    const own = walletFolder(home)
    const [file, other] = [join(own.folder, 'journal.db'), `0x${'ab'.repeat(20)}`]
    for (const name of readdirSync(own.folder).filter(each => each.startsWith('journal.db'))) rmSync(join(own.folder, name))
    const journal = openJournal(file, { epoch: 1 })
    journal.own(other)
    journal.close()
    const { code, stderr } = await runs('--for', '1s')
    expect(stderr).toContain(
      `oddsmith: the journal ${file} belongs to wallet ${other}, and this run trades for ${own.address}: `,
    )
    expect(code).toBe(3)
    const left = openJournal(file, { epoch: 1 })
    expect(left.own(own.address)).toBe(other)
    left.close()
  })
})
