import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { loadRecording } from '../../../src/recording/load-recording.js'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { startBinance } from '../../feeds/binance-server.js'

const CONFIG = join(import.meta.dirname, '../../../config/record-sample.yaml')
const PATIENCE = 60_000
const logsIn = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map(name => join(folder, name))

describe('record', () => {
  test(
    'writes the feed to logs that follow each other, which import as one recording, though two listen at once',
    () =>
      inFolder(async home => {
        const [raw, other] = ['a', 'b'].map(name => join(home, name)) as [string, string]
        const runs = [raw, other].map(
          out => oddsmith(['record', CONFIG, '--out', out, '--for', '3s', '--rotate', '1s', '--json']).ended,
        )
        const [recorded] = await Promise.all(runs)
        for (const { code, stderr } of await Promise.all(runs)) expect(code, stderr).toBe(0)
        const { events, markets, logs } = JSON.parse(recorded?.stdout ?? '')
        expect(logs).toBeGreaterThan(1)
        expect(logsIn(raw)).toHaveLength(logs)
        const imported = await oddsmith(['import', 'auto', ...logsIn(raw), '--out', join(home, 'mine'), '--json']).ended
        expect(imported.code, imported.stderr).toBe(0)
        const summary = JSON.parse(imported.stdout)
        expect(summary).toMatchObject({ markets, quoted: [], coverage: { dropped: 0, gaps: [] } })
        expect(summary.events).toBeGreaterThanOrEqual(events)
      }),
    PATIENCE,
  )

  test(
    'follows markets that open one after another, each with its result, in logs that import as one recording',
    () =>
      inFolder(async home => {
        const [file, raw] = [join(home, 'rounds.yaml'), join(home, 'raw')]
        const venue =
          '{ name: predict, embedded: { seed: 3, rounds: [{ feed: BTC, minutes: 0.05 }, { feed: ETH, minutes: 0.05 }] } }'
        writeFileSync(file, `venue: ${venue}\nstrategies: [{ strategy: watch }]\n`)
        const recorded = await oddsmith(['record', file, '--out', raw, '--follow', '200ms', '--for', '10s', '--json']).ended
        expect(recorded.code, recorded.stderr).toBe(0)
        const { markets, logs } = JSON.parse(recorded.stdout)
        expect(markets).toBeGreaterThanOrEqual(6)
        expect(logs).toBeLessThanOrEqual(markets / 2 + 1)
        const recording = join(home, 'mine')
        const imported = await oddsmith(['import', 'auto', raw, '--out', recording, '--json']).ended
        expect(imported.code, imported.stderr).toBe(0)
        expect(JSON.parse(imported.stdout)).toMatchObject({ markets, quoted: [], coverage: { dropped: 0, gaps: [] } })
        const decided = new Set<string>()
        for await (const { events } of (await loadRecording(recording)).chunks())
          for (const event of events.rare)
            if (event.kind === 'market' && event.market.result !== null) decided.add(event.market.id)
        // The last ones were still open.
        expect(decided.size).toBeGreaterThanOrEqual(markets - 4)
      }),
    PATIENCE,
  )

  test(
    'writes reference feeds to logs of their own, which import beside those of the markets',
    () =>
      inFolder(async home => {
        const server = await startBinance()
        let price = 60_000
        const speaking = setInterval(() => server.quote(price, (price += 1)), 50)
        try {
          const [file, raw] = [join(home, 'fed.yaml'), join(home, 'raw')]
          const feed = `{ source: binance, symbol: BTCUSDT, baseUrl: "${server.baseUrl}" }`
          writeFileSync(
            file,
            `venue: { name: predict, embedded: { seed: 3 } }\nstrategies: [{ strategy: watch }]\nfeeds: { btc: ${feed} }\n`,
          )
          const recorded = await oddsmith(['record', file, '--out', raw, '--for', '3s', '--rotate', '1s', '--json']).ended
          expect(recorded.code, recorded.stderr).toBe(0)
          const names = logsIn(raw)
          expect(names.filter(name => name.includes('-feeds')).length).toBeGreaterThan(1)
          expect(names.length).toBe(JSON.parse(recorded.stdout).logs)
          const imported = await oddsmith(['import', 'auto', raw, '--out', join(home, 'mine'), '--json']).ended
          expect(imported.code, imported.stderr).toBe(0)
          expect(JSON.parse(imported.stdout)).toMatchObject({ coverage: { dropped: 0, gaps: [] } })
          const told: number[] = []
          for await (const { events } of (await loadRecording(join(home, 'mine'))).chunks())
            for (const event of events.rare) if (event.kind === 'reference' && event.name === 'btc') told.push(event.value)
          expect(told.length).toBeGreaterThan(10)
          // Every value once, in its order, over the logs' ends.
          expect(told).toEqual(Array.from(told, (_, at) => told[0]! + at))
        } finally {
          clearInterval(speaking)
          await server.close()
        }
      }),
    PATIENCE,
  )

  test('follows only where the config asks for every market, and not without a pause', () =>
    inFolder(async home => {
      const file = join(home, 'named.yaml')
      writeFileSync(file, 'venue: { name: predict, embedded: {} }\nstrategies:\n  - strategy: watch\n    markets: [1001]\n')
      const follow = (config: string, every: string) =>
        oddsmith(['record', config, '--out', join(home, 'raw'), '--follow', every]).ended
      const [named, busy] = await Promise.all([follow(file, '1s'), follow(CONFIG, '1ms')])
      expect([named.code, named.stderr]).toEqual([2, expect.stringMatching(/named\.yaml:4: .*expected "all"/)])
      expect([busy.code, busy.stderr]).toEqual([2, expect.stringContaining('expected 200ms or more')])
    }))

  test(
    'that is killed loses its last second at most, and nothing of what was closed',
    () =>
      inFolder(async home => {
        const raw = join(home, 'raw')
        const run = oddsmith(['record', CONFIG, '--out', raw, '--rotate', '2s'])
        await run.says(/recording \d+ markets?/)
        while (logsIn(raw).length < 2 && run.child.exitCode === null) await wait(100)
        // The open one holds something by then.
        await wait(500)
        const killedAt = Date.now()
        run.child.kill('SIGKILL')
        await run.ended
        let lastAt = 0
        let cut = 0
        for (const file of logsIn(raw)) {
          const log = await openInputLog(file)
          for await (const records of log.records())
            for (const record of records) if (record.kind === 'frame') lastAt = Math.max(lastAt, record.frame.receivedAt)
          if (log.isCutShort) cut++
        }
        expect(logsIn(raw).length).toBeGreaterThan(1)
        expect(cut).toBe(1)
        // A second, and what a busy machine takes to write it.
        expect(killedAt - lastAt / 1_000).toBeLessThan(2_000)
        const imported = await oddsmith(['import', 'auto', ...logsIn(raw), '--out', join(home, 'mine'), '--json']).ended
        expect(imported.code, imported.stderr).toBe(0)
      }),
    PATIENCE,
  )

  test(
    'takes no wallet: where the config names a key that is not there, it is the venue that is missed',
    () =>
      inFolder(async home => {
        const file = join(home, 'live.yaml')
        const at = (scheme: string): string => `${scheme}://127.0.0.1:1`
        writeFileSync(
          file,
          `venue: { name: predict, baseUrl: ${at('http')}, wsUrl: ${at('ws')}, rpcUrl: ${at('http')}, privateKey: { env: A_VARIABLE_THAT_IS_NOT_SET } }\nstrategies: [{ strategy: watch, markets: all }]\n`,
        )
        const unreachable = await oddsmith(['record', file, '--out', join(home, 'c'), '--for', '1s']).ended
        expect(unreachable.code).toBe(1)
        expect(unreachable.stderr).toMatch(/no answer.*"oddsmith doctor" with the config asks each host/)
      }),
    PATIENCE,
  )

  test(
    'whose logs cannot be written ends with an error that names the file',
    () =>
      inFolder(async home => {
        const folder = join(home, 'raw')
        mkdirSync(folder, { mode: 0o500 })
        // The superuser may write anywhere.
        if (process.getuid?.() === 0) rmSync(folder, { recursive: true })
        const out = process.getuid?.() === 0 ? '/proc/self/fdinfo' : folder
        const { code, stderr } = await oddsmith(['record', CONFIG, '--out', out, '--for', '20s']).ended
        expect(code).toBe(1)
        expect(stderr).toContain('cannot be written')
      }),
    PATIENCE,
  )
})
