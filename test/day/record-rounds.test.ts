import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runDecoders } from '../../src/cli/config/run-decoders.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { backtest, openRecording } from '../../src/research.js'
import { recordRounds } from './record-rounds.js'

test('rounds recorded in virtual time have results, prints and the prices that decide them, and a backtest plays them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-record-rounds-'))
  try {
    const raw = join(folder, 'raw')
    const { markets } = await recordRounds({ folder: raw, hours: 0.04, minutes: 1, crowdEveryMs: 500, seed: 7 })
    expect(markets).toBe(9)
    const files = readdirSync(raw).map(name => join(raw, name))
    await importRecording({ files, format: 'input-log', decoders: runDecoders, folder: join(folder, 'rounds') })
    const recording = await openRecording(join(folder, 'rounds'))
    const decided = new Set<string>()
    let [prints, references] = [0, 0]
    for await (const event of recording.events()) {
      if (event.kind === 'trade') prints++
      if (event.kind === 'reference') references++
      if (event.kind === 'market' && event.market.result !== null) decided.add(event.market.id)
    }
    expect(decided.size).toBe(6)
    expect(prints).toBeGreaterThan(50)
    expect(references).toBeGreaterThan(3 * 50)
    const { summary } = await backtest({ config: { recording: recording.path, strategy: 'two-sided' }, models: 'all' })
    expect(Object.keys(summary.accounts)).toHaveLength(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
