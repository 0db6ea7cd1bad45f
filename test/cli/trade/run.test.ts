import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daemonPid, type Ended, inFolder, newestRun, oddsmith, walletFolder } from '../../end-to-end/daemon.js'
import { compareWithEmbedded } from '../../end-to-end/outside-look.js'
import { inProcess } from '../in-process.js'
import { withConfig } from '../quoting-config.js'
import { tamperedRun } from '../tampered-run.js'

const EQUAL = 'positions and cash equal the venue’s'
const QUOTES_BOTH = /ours 0\.\d+x\S*\/0\.\d+x/
const HAS_FILLS = /"run":\{"fills":[1-9]/
const PATIENCE = 120_000

interface Counts {
  readonly orders: number
  readonly fills: number
}

interface Summary {
  readonly run: string
  readonly turns: number
  readonly stateHash: string
  readonly fills: number
  readonly orders: { readonly placed: number }
  readonly pnl: Readonly<Record<'realized' | 'unrealized' | 'fees' | 'total', string>>
}

interface StatusLine {
  readonly msg: string
  readonly run: { readonly fills: number; readonly orders: { readonly placed: number } }
  readonly wallet: { readonly fills: number; readonly cash: string }
}

describe('a wallet of play money that is run twice', () => {
  let home: string
  let config: string
  const heard: string[] = []
  /** What the journal had before the first run, between the two, and after the second. */
  const journal: Counts[] = [{ orders: 0, fills: 0 }]
  let first: Summary

  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'oddsmith-run-'))
    config = withConfig(home)
  })
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  /** A run's own figures are those by which the journal has grown, and its status lines keep them apart from those of the wallet's life. */
  const expectToldAsInJournal = (summary: Summary, stderr: string): void => {
    const [before, after] = [journal.at(-1)!, countsInJournal(home)]
    journal.push(after)
    expect({ orders: summary.orders.placed, fills: summary.fills }).toEqual({
      orders: after.orders - before.orders,
      fills: after.fills - before.fills,
    })
    const lines = statusLines(stderr)
    const last = lines.at(-1)
    expect(lines[0]?.run.orders.placed).toBeGreaterThan(0)
    expect(last?.wallet.fills).toBe(before.fills + (last?.run.fills ?? 0))
    expect(last?.msg).toMatch(new RegExp(`\\b${last?.run.fills} fills?\\b`))
    expect(last?.msg).not.toContain('cash')
  }

  test(
    'first quotes and is filled until it is asked to stop, and says in one document what its folder says too',
    async () => {
      const run = oddsmith(['run', config, '--home', home, '--json'])
      await run.says(QUOTES_BOTH)
      await run.says(HAS_FILLS)
      run.child.kill('SIGINT')
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      heard.push(stdout, stderr)
      first = JSON.parse(stdout) as Summary
      expect(first).toMatchObject({
        mode: 'paper',
        markets: expect.arrayContaining(['1001']),
        openOrdersAtExit: 0,
        isEqualToVenue: true,
        orders: { unknown: 0 },
      })
      expect(first.orders.placed).toBeGreaterThan(1)
      expect(first.fills).toBeGreaterThan(0)
      const { realized, unrealized, fees, total } = first.pnl
      expect(Number(realized) + Number(unrealized) - Number(fees)).toBeCloseTo(Number(total), 9)
      expect(JSON.parse(readFileSync(join(home, 'runs', first.run, 'summary.json'), 'utf8'))).toEqual(first)
      expect(statSync(join(walletFolder(home).folder, 'journal.db')).mode & 0o777).toBe(0o600)
      expectToldAsInJournal(first, stderr)
    },
    PATIENCE,
  )

  test(
    'then goes on where it stood, has no second writer beside it, and says in words that every order is removed',
    async () => {
      const run = oddsmith(['run', config, '--home', home])
      await run.says(QUOTES_BOTH)
      const rival = await oddsmith(['run', config, '--home', home]).ended
      expect([rival.code, rival.stderr]).toEqual([3, expect.stringContaining('one wallet has one writer')])
      await run.says(HAS_FILLS)
      run.child.kill('SIGTERM')
      const { code, stdout, stderr } = await run.ended
      expect(code, stderr).toBe(0)
      heard.push(stdout, stderr)
      expect(stdout).toMatch(/exit {4}[1-9]\d* orders? removed, none open/)
      expect(stdout).toContain(EQUAL)
      const summary = JSON.parse(readFileSync(join(newestRun(home), 'summary.json'), 'utf8')) as Summary
      expect(summary.fills).toBeGreaterThan(0)
      expectToldAsInJournal(summary, stderr)
    },
    PATIENCE,
  )

  test('has at the end what its exchange says from outside, to the wei, and no order there', () =>
    compareWithEmbedded(walletFolder(home)))

  test('shows its key and its logins in nothing that it said or wrote', () => {
    const { secret, written } = wordsOf(home)
    expect(written.length).toBeGreaterThan(1)
    const all = [...heard, ...written].join('\n')
    expect(all).not.toContain(secret)
    expect(all).not.toMatch(/eyJ[\w-]+\.eyJ/)
  })

  test(
    'has a log that gives the same commands and the same state again, and in which any change is found',
    async () => {
      const folder = join(home, 'runs', first.run)
      // This once as a user calls it.
      const same = await replay(folder, args => oddsmith(args).ended)
      expect(same.result).toEqual({
        turns: first.turns,
        commands: expect.any(Number),
        stateHash: first.stateHash,
        firstDifference: null,
        isCutShort: false,
      })
      expect(same.result.commands).toBeGreaterThan(2)
      expect(same.code).toBe(0)

      const otherPrice = (line: string): string | null =>
        line.includes('"kind":"submit"') ? line.replace(/"price":(\d+)/, (_, price) => `"price":${Number(price) + 1}`) : null
      const commands = await replay(tamperedRun(folder, otherPrice))
      expect(commands.code).toBe(1)
      expect(commands.result.firstDifference).toMatchObject({ what: 'commands', turn: expect.any(Number) })
      expect(commands.result.stateHash).toBe(first.stateHash)

      const otherEnd = (line: string): string | null =>
        line.startsWith('{"kind":"end"') ? line.replace(first.stateHash, '0') : null
      const end = await replay(tamperedRun(folder, otherEnd))
      expect(end.code).toBe(1)
      expect(end.result.firstDifference).toEqual({
        turn: first.turns + 1,
        what: 'stateHash',
        expected: '0',
        found: first.stateHash,
      })
    },
    PATIENCE,
  )
})

const replay = async (folder: string, replayed: (args: readonly string[]) => Promise<Ended> = inProcess) => {
  const { code, stdout } = await replayed(['replay', folder, '--json'])
  return { code, result: JSON.parse(stdout) }
}

/** What the runs of a wallet wrote, its journal and their folders, and the key that none of it may hold. */
function wordsOf(home: string): { readonly secret: string; readonly written: readonly string[] } {
  const { folder } = walletFolder(home)
  const { privateKey } = JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { privateKey: string }
  const files = readdirSync(join(home, 'runs'), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const journal = new Database(join(folder, 'journal.db'), { readonly: true })
  const rows = JSON.stringify(journal.prepare('SELECT json FROM entries').all())
  journal.close()
  return {
    secret: privateKey.slice(2),
    written: [rows, ...files.map(file => readFileSync(join(file.parentPath, file.name), 'utf8'))],
  }
}

/** How many orders and fills a journal has. */
function countsInJournal(home: string): Counts {
  const journal = new Database(join(walletFolder(home).folder, 'journal.db'), { readonly: true })
  const count = (what: string): number => Number(journal.prepare(`SELECT count(${what}`).pluck().get())
  const counts = { orders: count('*) FROM orders'), fills: count('DISTINCT key) FROM fills') }
  journal.close()
  return counts
}

const statusLines = (stderr: string): readonly StatusLine[] =>
  stderr
    .split('\n')
    .filter(line => line.includes('"isStatus":true'))
    .map(line => JSON.parse(line) as StatusLine)

test('a Ctrl-C that reaches a daemon while it loads ends the run with code 0, and it says that no order was sent', async () => {
  await inFolder(async home => {
    const run = oddsmith(['run', withConfig(home), '--home', home])
    const interrupt = (): boolean => {
      try {
        return process.kill(daemonPid(run), 'SIGINT')
      } catch {
        return false
      }
    }
    while (!interrupt()) await new Promise(resolve => setTimeout(resolve, 5))
    const { code, stderr } = await run.ended
    expect([code, stderr]).toEqual([0, expect.stringContaining('stopped at its start by SIGINT: no order was sent')])
  })
})
