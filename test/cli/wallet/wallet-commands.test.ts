import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJournal } from '../../../src/journal/journal.js'
import { Timestamp } from '../../../src/model/time.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { type Daemon, inFolder, killBoth, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { OUT_OF_REACH, PAPER, withConfig } from '../quoting-config.js'

const PATIENCE = 60_000
const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/

describe('journal', () => {
  test(
    'tells orders, fills and positions of a wallet, while the daemon runs and after',
    () =>
      inFolder(async home => {
        const config = withConfig(home)
        const run = oddsmith(['run', config, '--home', home])
        await run.says(/[1-9]\d* fills/)
        const ask = async (topic: string, ...more: string[]) => {
          const { code, stdout, stderr } = await oddsmith(['journal', topic, ...more, '--home', home]).ended
          expect(code, stderr).toBe(0)
          return stdout
        }
        const { wallet, orders } = JSON.parse(await ask('orders', config, '--json', '--limit', '3'))
        expect(wallet).toBe(walletFolder(home).address)
        expect(orders).toHaveLength(3)
        expect(orders[0]).toMatchObject({ side: expect.any(String), hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
        run.child.kill('SIGINT')
        await run.ended
        const { fills } = JSON.parse(await ask('fills', '--json'))
        expect(fills.length).toBeGreaterThan(0)
        expect(Number(fills[0].shares)).toBeGreaterThan(0)
        const { cash, positions } = JSON.parse(await ask('positions', '--wallet', wallet, '--json'))
        expect(Number(cash)).toBeGreaterThan(0)
        for (const { shares } of positions) expect(Number(shares)).toBeGreaterThan(0)
        expect(await ask('positions')).toMatch(/^wallet 0x[0-9a-f]{40}\n/)
        expect(await ask('orders', '--limit', '2')).toMatch(/id +at +market +side/)
      }),
    PATIENCE,
  )

  test('says which wallets there are where it is not clear whose is meant', () =>
    inFolder(async home => {
      const unknown = await oddsmith(['journal', 'fills', '--home', home]).ended
      expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('found none')])
      const other = await oddsmith(['journal', 'fills', '--home', home, '--wallet', `0x${'1'.repeat(40)}`]).ended
      expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('it holds no wallet yet')])
      const limit = await oddsmith(['journal', 'fills', '--home', home, '--limit', 'all']).ended
      expect([limit.code, limit.stderr]).toEqual([2, expect.stringContaining('--limit: expected a whole number')])
    }))
})

describe('a start that cannot be is one sentence', () => {
  test(
    'with the journal of another wallet, which is left as it was',
    () =>
      inFolder(async home => {
        const config = withConfig(home)
        expect((await oddsmith(['run', config, '--home', home, '--for', '1s']).ended).code).toBe(0)
        const own = walletFolder(home)
        const [file, other] = [join(own.folder, 'journal.db'), `0x${'ab'.repeat(20)}`]
        for (const name of readdirSync(own.folder).filter(each => each.startsWith('journal.db'))) rmSync(join(own.folder, name))
        const journal = openJournal(file, { epoch: 1 })
        journal.own(other)
        journal.close()
        const { code, stderr } = await oddsmith(['run', config, '--home', home, '--for', '1s']).ended
        expect(stderr).toContain(
          `oddsmith: the journal ${file} belongs to wallet ${other}, and this run trades for ${own.address}: `,
        )
        expect(code).toBe(3)
        const left = openJournal(file, { epoch: 1 })
        expect(left.own(own.address)).toBe(other)
        left.close()
      }),
    PATIENCE,
  )

  test('where no folder for a wallet can be made', () =>
    inFolder(async home => {
      const config = withConfig(home)
      const { code, stderr } = await oddsmith(['run', config, '--home', config]).ended
      expect(stderr).toMatch(/^oddsmith: the folder of a new wallet could not be made under .*: ENOTDIR[^\n]*\n$/)
      expect(code).toBe(1)
    }))
})

describe('resume', () => {
  test(
    'clears a halt, once, without which the wallet does not start; both stay in the journal',
    () =>
      inFolder(async home => {
        const config = withConfig(home)
        await oddsmith(['run', config, '--home', home, '--for', '1s']).ended
        const { folder } = walletFolder(home)
        const journal = openJournal(join(folder, 'journal.db'), { epoch: 1 })
        const { state } = restoreState(journal)
        const at = Timestamp.ofMs(Date.now())
        journal.save({ at, markets: [], state })
        journal.append({ at, entries: [{ kind: 'halt', at, rule: 'drawdownMaxUsdt', limit: 50, found: 51 }], orders: [] })
        journal.close()
        const command = (...args: string[]) => oddsmith([...args, '--home', home]).ended
        const halted = await command('run', config)
        expect([halted.code, halted.stderr]).toEqual([
          3,
          expect.stringContaining('halted by drawdownMaxUsdt (limit 50, found 51)'),
        ])
        const cleared = await command('resume', config, '--json')
        expect([cleared.code, JSON.parse(cleared.stdout)]).toMatchObject([
          0,
          { cleared: { rule: 'drawdownMaxUsdt', limit: 50 } },
        ])
        expect((await command('resume', config)).stdout).toBe('this wallet is neither halted nor paused; nothing to clear\n')
        const run = oddsmith(['run', config, '--home', home])
        await run.says(QUOTES_BOTH)
        expect(await command('resume', config)).toMatchObject({ code: 0, stdout: 'all markets: resumed\n' })
        run.child.kill('SIGINT')
        expect((await run.ended).code).toBe(0)
      }),
    PATIENCE,
  )
})

describe('cancel-all', () => {
  let exchange: Daemon
  beforeAll(() => {
    exchange = oddsmith(['exchange', '--port', '0', '--data', ':memory:', '--seed', '3', '--json'])
  })
  afterAll(async () => {
    exchange.child.kill('SIGTERM')
    await exchange.ended
  })

  test(
    'removes orders that are not of this journal, after which the wallet can be run',
    () =>
      inFolder(async home => {
        const { baseUrl, wsUrl, rpcUrl, chainId, accounts, apiKey } = JSON.parse(await exchange.says(/"baseUrl"/))
        const venue = { name: 'predict', baseUrl, wsUrl, rpcUrl, chainId, apiKey, privateKey: accounts[1].privateKey }
        const config = withConfig(home, venue, { parameters: OUT_OF_REACH })
        const first = oddsmith(['run', config, '--home', join(home, 'one')])
        await first.says(QUOTES_BOTH)
        killBoth(first)
        await first.ended
        const second = ['--home', join(home, 'two')]
        expect((await oddsmith(['run', config, ...second]).ended).code).toBe(3)
        const { code, stdout, stderr } = await oddsmith(['cancel-all', config, ...second]).ended
        expect([code, stderr]).toEqual([0, ''])
        expect(stdout).toMatch(/^[1-9]\d* orders? removed \(0 of this journal, [1-9]\d* not ours\), none open\n$/)
        const again = await oddsmith(['cancel-all', config, '--json', ...second]).ended
        expect(JSON.parse(again.stdout)).toEqual({ removed: 0, ours: 0, open: [] })
        const run = await oddsmith(['run', config, '--for', '3s', '--json', ...second]).ended
        expect(run.code, run.stderr).toBe(0)
        expect(JSON.parse(run.stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true })
      }),
    PATIENCE,
  )

  test(
    'removes what a killed daemon left on paper, and the next run owns its past',
    () =>
      inFolder(async home => {
        const config = withConfig(home, PAPER, { parameters: OUT_OF_REACH })
        const run = oddsmith(['run', config, '--home', home])
        await run.says(QUOTES_BOTH)
        killBoth(run)
        await run.ended
        const { code, stdout } = await oddsmith(['cancel-all', config, '--home', home]).ended
        expect(code).toBe(0)
        expect(stdout).toMatch(/^([1-9]\d*) orders? removed \(\1 of this journal, 0 not ours\), none open\n$/)
        const next = await oddsmith(['run', config, '--home', home, '--for', '4s', '--json']).ended
        expect(next.code, next.stderr).toBe(0)
        expect(JSON.parse(next.stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
      }),
    PATIENCE,
  )
})
