import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { oddsmith, paperHome } from './daemon.js'

const walletOf = (home: string): string => join(home, 'state', readdirSync(join(home, 'state'))[0] ?? '')
const EQUAL = 'positions and cash equal the venue’s'
const QUOTES_BOTH = /ours 0\.\d+x\d+\S*\/0\.\d+x\d+/

describe('run', () => {
  test('quotes, is filled, and leaves nothing behind when its time is over', async () => {
    const { home, config } = paperHome()
    const run = oddsmith('run', config, '--home', home, '--for', '8s', '--json')
    expect(await run.ended()).toBe(0)
    const summary = JSON.parse(run.out())
    expect(summary).toMatchObject({ mode: 'paper', openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
    expect(summary.orders.placed).toBeGreaterThan(1)
    expect(summary.fills).toBeGreaterThan(0)
    const { realized, unrealized, fees, total } = summary.pnl
    expect(Number(realized) + Number(unrealized) - Number(fees)).toBeCloseTo(Number(total), 9)
    expect(summary.stateHash).toMatch(/^[0-9a-f]+$/)

    const folder = join(home, 'runs', summary.run)
    expect(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'))).toEqual(summary)
    expect(statSync(join(walletOf(home), 'journal.db')).mode & 0o777).toBe(0o600)
  })

  test('Ctrl-C removes every order and says so; a second instance is refused meanwhile', async () => {
    const { home, config } = paperHome()
    const run = oddsmith('run', config, '--home', home)
    await run.says(QUOTES_BOTH)
    const second = oddsmith('run', config, '--home', home)
    expect(await second.ended()).toBe(3)
    expect(second.log()).toContain('one wallet has one writer')

    run.child.kill('SIGINT')
    expect(await run.ended()).toBe(0)
    expect(run.log()).toMatch(/[2-9] orders removed, none open/)
    expect(run.out()).toMatch(/exit {4}\d orders removed, none open/)
    expect(run.out()).toContain(EQUAL)
  })

  test('killed at a bad moment it starts again, owns every order, and its money is the venue’s to the wei', async () => {
    const { home, config } = paperHome()
    for (const life of [1, 2]) {
      const run = oddsmith('run', config, '--home', home)
      await run.says(QUOTES_BOTH)
      run.child.kill('SIGKILL')
      expect([life, await run.ended()]).toEqual([life, 'SIGKILL'])
    }
    const last = oddsmith('run', config, '--home', home, '--for', '3s', '--json')
    expect(await last.ended()).toBe(0)
    expect(last.log()).not.toContain('no fill explains')
    expect(JSON.parse(last.out())).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
  })

  test('no secret stands in anything it writes for people', async () => {
    const { home, config } = paperHome()
    const run = oddsmith('run', config, '--home', home, '--for', '2s')
    await run.ended()
    const { privateKey } = JSON.parse(readFileSync(join(walletOf(home), 'key.json'), 'utf8'))
    const runs = join(home, 'runs')
    const files = readdirSync(runs, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
    const written = [run.log(), run.out(), ...files.map(file => readFileSync(join(file.parentPath, file.name), 'utf8'))].join(
      '\n',
    )
    expect(files.length).toBeGreaterThan(1)
    expect(written).not.toContain(privateKey.slice(2))
    expect(written).not.toMatch(/eyJ[\w-]+\.eyJ/)
    const journal = new Database(join(walletOf(home), 'journal.db'), { readonly: true })
    expect(JSON.stringify(journal.prepare('SELECT * FROM entries').all())).not.toContain(privateKey.slice(2))
    journal.close()
  })
})

describe('a run that must not start', () => {
  test.each([
    ['a config that is not there', ['run', '/nowhere.yaml'], 2, 'the config cannot be read'],
    ['no config', ['run'], 2, "missing required argument 'config'"],
    ['an unknown command', ['walk'], 2, "unknown command 'walk'"],
    ['an unknown option', ['run', 'x.yaml', '--fro', '3s'], 2, 'Did you mean --for?'],
    ['a wrong duration', ['run', 'x.yaml', '--for', 'long'], 2, 'a duration looks like'],
  ])('%s', async (_, args, code, text) => {
    const run = oddsmith(...args)
    expect([await run.ended(), run.log()]).toEqual([code, expect.stringContaining(text)])
  })

  test('a strategy that does not exist', async () => {
    const { home, config } = paperHome()
    const run = oddsmith('run', config.replace('paper', 'paper'), '--home', home, '--seed', 'x')
    expect(await run.ended()).toBe(2)
    expect(run.log()).toContain('--seed: expected a whole number')
  })
})

describe('exchange', () => {
  test('says in one line where it is, and a run elsewhere trades on it', async () => {
    const exchange = oddsmith('exchange', '--port', '0', '--data', ':memory:', '--seed', '3', '--json')
    await exchange.says('\n')
    const ready = JSON.parse(exchange.out().split('\n')[0] ?? '')
    expect(Object.keys(ready)).toEqual(['baseUrl', 'wsUrl', 'rpcUrl', 'apiKey', 'chainId', 'accounts', 'markets'])

    const { home, config } = paperHome()
    const { writeFileSync } = await import('node:fs')
    const { baseUrl, wsUrl, rpcUrl, apiKey, chainId } = ready
    const privateKey = ready.accounts[0].privateKey
    const venue = JSON.stringify({ name: 'predict', baseUrl, wsUrl, rpcUrl, apiKey, chainId, privateKey })
    writeFileSync(config, `venue: ${venue}\nstrategies: [{strategy: two-sided}]\n`)
    const run = oddsmith('run', config, '--home', home, '--for', '4s', '--json')
    expect(await run.ended()).toBe(0)
    expect(JSON.parse(run.out())).toMatchObject({ mode: 'live', openOrdersAtExit: 0, isEqualToVenue: true })

    exchange.child.kill('SIGTERM')
    expect(await exchange.ended()).toBe(0)
  })
})
