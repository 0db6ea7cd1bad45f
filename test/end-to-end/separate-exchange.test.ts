import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealKey } from '../../src/cli/wallet/seal-key.js'
import { verify } from '../../src/cli/wallet/verify-journal.js'
import type { RunningExchange } from '../../src/exchange.js'
import { backUp } from '../../src/journal/backup.js'
import { type Daemon, type Ended, inFolder, oddsmith, walletFolder } from './daemon.js'
import { KILLS, killAgainAndAgain } from './kill-rounds.js'
import { holdingsAtExchange, holdingsInJournal, openOrdersAtExchange } from './outside-look.js'

describe('the daemon on an exchange of its own', () => {
  let exchange: Daemon
  beforeAll(() => {
    exchange = oddsmith(['exchange', '--port', '0', '--data', ':memory:', '--seed', '5', '--json'])
  })
  afterAll(async () => {
    exchange.child.kill('SIGTERM')
    await exchange.ended
  })

  test(
    `goes on after each of ${KILLS} kills while the exchange lives on, both agree to the wei at the end, a backup restores, and no secret is in anything that was written`,
    () =>
      inFolder(async home => {
        const ready = JSON.parse(await exchange.says(/"baseUrl"/)) as RunningExchange
        const { baseUrl, wsUrl, rpcUrl, chainId, accounts } = ready
        const { privateKey = '', address = '' } = accounts[0] ?? {}
        const config = join(home, 'live.yaml')
        const venue = {
          name: 'predict',
          baseUrl,
          wsUrl,
          rpcUrl: `${rpcUrl}?node=${NODE_KEY}`,
          chainId,
          apiKey: { env: 'API' },
          keystore: 'wallet.json',
          passphrase: { file: 'passphrase' },
        }
        writeFileSync(
          config,
          `venue: ${JSON.stringify(venue)}\nstrategies: [{strategy: two-sided}]\nlimits: {positionMaxShares: 300}\n`,
        )
        writeFileSync(join(home, 'wallet.json'), sealKey({ privateKey, passphrase: PASSPHRASE, address, cost: 1_024 }))
        writeFileSync(join(home, 'passphrase'), PASSPHRASE, { mode: 0o600 })
        const ends: Promise<Ended>[] = []
        const heardBySystemd = standInForSystemd(home)
        const run = (...args: string[]): Daemon => {
          const daemon = oddsmith(['run', config, '--home', home, ...args], {
            API: ready.apiKey,
            ...heardBySystemd.environment,
          })
          ends.push(daemon.ended)
          return daemon
        }
        await killAgainAndAgain(run)
        const last = run('--json')
        // Runs that follow one another leave it few calls of the minute.
        await last.says(/ours \d\S*\/\d/)
        const { folder } = walletFolder(home)
        const copies = await copyUnderLoad(folder, home)
        last.child.kill('SIGINT')
        const { code, stdout, stderr } = await last.ended
        expect(code, stderr).toBe(0)
        const summary = JSON.parse(stdout)
        expect(summary).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
        expect(summary.orders.placed).toBeGreaterThan(0)
        expect(await openOrdersAtExchange(ready, privateKey)).toEqual([])
        const words = heardBySystemd.words()
        const ofLast = words.slice(words.lastIndexOf('--ready'))
        expect(ofLast).toContain('WATCHDOG=1')
        expect(ofLast.filter(word => word === 'STOPPING=1')).toHaveLength(1)
        expect(holdingsInJournal(walletFolder(home).folder)).toEqual(await holdingsAtExchange(ready, address))
        const secrets = [privateKey, PASSPHRASE, ready.apiKey, NODE_KEY]
        // Only where the user wrote them.
        expect(leaksIn(home, secrets).toSorted()).toEqual([`live.yaml: ${NODE_KEY}`, `passphrase: ${PASSPHRASE}`])
        // The oldest copy takes the journal's place: what happened since is asked of the venue.
        for (const name of readdirSync(folder).filter(name => name.startsWith('journal.db'))) rmSync(join(folder, name))
        copyFileSync(copies[0] ?? '', join(folder, 'journal.db'))
        const restored = await run('--for', '1s', '--json').ended
        expect(restored.code, restored.stderr).toBe(0)
        expect(JSON.parse(restored.stdout)).toMatchObject({ openOrdersAtExit: 0, isEqualToVenue: true })
        expect(verify(join(folder, 'journal.db')).problems).toEqual([])
        expect(holdingsInJournal(folder)).toEqual(await holdingsAtExchange(ready, address))
        // Without the passphrase's place in the config a person is asked, and nothing else is.
        rmSync(join(home, 'passphrase'))
        const { passphrase: _, ...asking } = venue
        writeFileSync(config, readFileSync(config, 'utf8').replace(JSON.stringify(venue), JSON.stringify(asking)))
        const unasked = await run('--for', '1s').ended
        expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('is encrypted; expected venue.passphrase')])
        if (existsSync(SCRIPT)) {
          const told = await typedAtTerminal(['run', config, '--home', home, '--for', '1s', '--json'], ready.apiKey)
          expect(told).toMatch(/it does not open .*2 more tries[^]*"isEqualToVenue":true/)
          expect(shownIn(Buffer.from(told), secrets)).toEqual([])
          expect(leaksIn(home, secrets)).toEqual([`live.yaml: ${NODE_KEY}`])
        }
        const said = (await Promise.all(ends)).map(({ stdout, stderr }) => stdout + stderr).join('\n')
        expect(shownIn(Buffer.from(said), secrets)).toEqual([])
      }),
    60_000 + KILLS * 20_000,
  )
})

const PASSPHRASE = 'canary battery staple'
const NODE_KEY = 'canary-of-the-node'
/** A login of the venue. */
const TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}/

/** Files under a folder with a secret in them, packed ones unpacked. */
function leaksIn(folder: string, secrets: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name))
    const found = shownIn(name.endsWith('.gz') ? unpacked(bytes) : bytes, secrets)
    return found.map(what => `${name}: ${what}`)
  })
}

/** Those of a killed run end in the middle. */
const unpacked = (bytes: Buffer): Buffer => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })

/** Which secrets stand in bytes: as text, and a key also as its bytes, in base64 and without its 0x. */
function shownIn(bytes: Buffer, secrets: readonly string[]): readonly string[] {
  const forms = secrets.flatMap(secret => {
    const key = /^0x[0-9a-f]{64}$/.test(secret) ? Buffer.from(secret.slice(2), 'hex') : null
    return key === null
      ? [Buffer.from(secret)]
      : [key, ...['hex', 'base64'].map(form => Buffer.from(key.toString(form as 'hex')))]
  })
  const shown = forms.filter(form => bytes.includes(form)).map(form => form.toString('latin1'))
  return TOKEN.test(bytes.toString('latin1')) ? [...shown, 'a login'] : shown
}

/** Three backups of a journal that a daemon is writing, each looked through from end to end; each has what the one before has. */
async function copyUnderLoad(folder: string, home: string): Promise<readonly string[]> {
  const copies: string[] = []
  let rows = 0
  for (const name of ['first', 'second', 'third']) {
    const copy = join(home, `${name}.db`)
    await backUp(join(folder, 'journal.db'), copy)
    const { problems, counts } = verify(copy)
    expect(problems).toEqual([])
    expect(counts?.entries).toBeGreaterThanOrEqual(rows)
    rows = counts?.entries ?? 0
    copies.push(copy)
  }
  expect(rows).toBeGreaterThan(0)
  return copies
}

/** A `systemd-notify` that writes down the first word of each call, and the variables by which a process finds it. */
function standInForSystemd(home: string) {
  const [bin, file] = [join(home, 'bin'), join(home, 'notified')]
  mkdirSync(bin)
  writeFileSync(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${file}'\n`, { mode: 0o755 })
  const environment = { NOTIFY_SOCKET: '/run/none', WATCHDOG_USEC: '1500000', PATH: `${bin}:${process.env['PATH']}` }
  return { environment, words: () => readFileSync(file, 'utf8').trim().split('\n') }
}

/** Gives a command a terminal of its own. */
const SCRIPT = '/usr/bin/script'

/** Runs a command at a terminal of its own, at which a person mistypes the passphrase once. Resolves with all that the terminal showed. */
function typedAtTerminal(args: readonly string[], apiKey: string): Promise<string> {
  const main = resolve(import.meta.dirname, '../../dist/src/cli/main.js')
  const words = [process.execPath, main, ...args].map(word => `'${word}'`).join(' ')
  const child = spawn(SCRIPT, ['-qefc', words, '/dev/null'], {
    env: { ...process.env, TERM: 'dumb', NO_COLOR: '1', API: apiKey },
  })
  const answers = [`${PASSPHRASE}x`, PASSPHRASE]
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    if (/Passphrase of [^\n]*: $/.test(shown)) child.stdin.write(`${answers.shift()}\r`)
  })
  return new Promise(ended => child.once('close', () => ended(shown)))
}
