import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Daemon, type Ended, killBoth, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'
import { OUT_OF_REACH, type Reached, venueOf, withConfig } from '../quoting-config.js'

const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/
const PATIENCE = 120_000

/** What an exchange says of itself once it is up. */
interface Ready extends Reached {
  readonly adminToken: string
  readonly markets: readonly { readonly id: number; readonly question: string }[]
}

describe('a venue in a process of its own', () => {
  let home: string
  let exchange: Daemon
  let ready: Ready
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'oddsmith-elsewhere-'))
  })
  afterAll(async () => {
    exchange.child.kill('SIGTERM')
    expect((await exchange.ended).code).toBe(0)
    rmSync(home, { recursive: true, force: true })
  })

  const startExchange = (port: string): void => {
    const world = ['--world', 'config/three-markets.yaml', '--data', join(home, 'data'), '--seed', '3']
    exchange = oddsmith(['exchange', '--port', port, ...world, '--json'])
  }

  test('says in one line where it is and how to get in, and ends in order when it is asked to', async () => {
    startExchange('0')
    ready = JSON.parse(await exchange.says(/"baseUrl"/))
    const { accounts: _accounts, apiKey: _key, adminToken, markets, ...urls } = ready
    expect(adminToken).toMatch(/^[0-9a-f]{64}$/)
    expect(Object.keys(urls)).toEqual(['baseUrl', 'wsUrl', 'rpcUrl', 'chainId'])
    expect(markets[0]?.question).toMatch(/\?$/)
    exchange.child.kill('SIGTERM')
    expect((await exchange.ended).code).toBe(0)
  })

  test(
    'is waited for by a run that starts before it, which trades once it is back, with secrets from variables',
    async () => {
      const config = withConfig(home, { ...venueOf(ready, 0), apiKey: { env: 'API' }, privateKey: { env: 'WALLET' } })
      const variables = { API: ready.apiKey, WALLET: ready.accounts[0]?.privateKey ?? '' }
      const run = oddsmith(['run', config, '--home', home, '--json'], variables)
      await run.says(/venue\.baseUrl\) does not answer/)
      startExchange(new URL(ready.baseUrl).port)
      await run.says(QUOTES_BOTH)
      run.child.kill('SIGINT')
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      expect(JSON.parse(stdout)).toMatchObject({ mode: 'live', openOrdersAtExit: 0, isEqualToVenue: true })
    },
    PATIENCE,
  )

  test('is the only one that can prove a config wrong, which then ends with code 2, file and line', async () => {
    const config = withConfig(home, venueOf(ready, 0), { markets: [String(ready.markets[0]?.id), '9999'] })
    const { code, stderr } = await oddsmith(['run', config, '--home', home]).ended
    expect(stderr).toContain(`oddsmith: ${config}:1: strategies.0.markets.1: the venue has no market 9999\n`)
    expect(code).toBe(2)
  })

  describe('where orders rest that a killed run of another journal left', () => {
    let config: string
    const second = (command: string, ...more: readonly string[]): Promise<Ended> =>
      oddsmith([command, config, '--home', join(home, 'two'), ...more]).ended

    beforeAll(async () => {
      config = withConfig(home, venueOf(ready, 1), { parameters: OUT_OF_REACH })
      const first = oddsmith(['run', config, '--home', join(home, 'one')])
      // One that the narrower config below does not name.
      await first.says(new RegExp(`${ready.markets[1]?.id} book \\S+ ours \\S*0\\.\\d+x`))
      killBoth(first)
      await first.ended
    }, PATIENCE)

    test('a run is not started, and they are named', async () => {
      const { code, stderr } = await second('run')
      expect([code, stderr]).toEqual([
        3,
        expect.stringMatching(/holds \d+ orders of this wallet that are not ours: 0x[0-9a-f]{64}/),
      ])
    })

    test('neither is one whose config does not name the market in which they rest', async () => {
      const narrow = withConfig(join(home, 'two'), venueOf(ready, 1), { markets: [String(ready.markets[0]?.id)] })
      const { code, stderr } = await oddsmith(['run', narrow, '--home', join(home, 'three')]).ended
      expect([code, stderr]).toEqual([3, expect.stringMatching(/order 0x[0-9a-f]{64} rests in market \d+/)])
    })

    test('cancel-all removes them, and finds none when it is asked again', async () => {
      const { code, stdout, stderr } = await inProcess(['cancel-all', config, '--home', join(home, 'two')])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(/^[1-9]\d* orders? removed \(0 of this journal, [1-9]\d* not ours\), none open\n$/)
      const again = await inProcess(['cancel-all', config, '--home', join(home, 'two'), '--json'])
      expect(JSON.parse(again.stdout)).toEqual({ removed: 0, ours: 0, open: [] })
    })

    test(
      'then the wallet can be run, and the run ends when its time is over',
      async () => {
        const run = await second('run', '--for', '2s', '--json')
        expect(run.code, run.stderr).toBe(0)
        expect(run.stderr).toContain('stopping: its time of 2 s is over')
        expect(JSON.parse(run.stdout)).toMatchObject({ mode: 'live', openOrdersAtExit: 0, isEqualToVenue: true })
      },
      PATIENCE,
    )

    test(
      'cancel-all removes orders although the journal that sent them is damaged, and says so',
      async () => {
        const damaged = join(home, 'damaged')
        const killed = oddsmith(['run', config, '--home', damaged])
        await killed.says(new RegExp(`${ready.markets[1]?.id} book \\S+ ours \\S*0\\.\\d+x`))
        killBoth(killed)
        await killed.ended
        const { folder } = walletFolder(damaged)
        rmSync(join(folder, 'journal.db-wal'))
        writeFileSync(join(folder, 'journal.db'), 'no longer a database')
        const { code, stdout, stderr } = await inProcess(['cancel-all', config, '--home', damaged])
        expect(stderr).toMatch(
          /^oddsmith: the orders are removed without the journal, [^\n]*: the file is not a journal[^\n]*\n$/,
        )
        expect([code, stdout]).toEqual([0, expect.stringMatching(/^[1-9]\d* orders? removed, none open\n$/)])
      },
      PATIENCE,
    )
  })
})
