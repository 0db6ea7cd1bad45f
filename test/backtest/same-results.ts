import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constantLatency } from '../../backtest/latency.js'
import { createBacktest } from '../../backtest/run.js'
import { deskSettings } from '../../src/engine/settings.js'
import { optimistic, pessimistic, probabilistic } from '../../src/exchange/core/fill-models.js'
import { Size, Wei } from '../../src/model/money.js'
import { importRecording } from '../../src/recording/import-recording.js'
import { loadRecording } from '../../src/recording/load-recording.js'
import { strategy } from '../../strategies/two-sided.js'
import { hashesOf } from './result-hash.js'

/** Runs the example strategy in three fill models over raw files of one recording, and says what it came to. */
export async function sameResults(files: readonly string[]): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'oddsmith-same-'))
  try {
    await importRecording({ files, format: 'auto', folder: join(home, 'recording') })
    const recording = await loadRecording(join(home, 'recording'))
    const { markets } = recording
    const running = createBacktest({
      markets,
      assignments: markets.map(({ index }) => ({
        market: index,
        definition: strategy,
        parameters: strategy.parameters.parse({}),
      })),
      settings: SETTINGS,
      models: [pessimistic, probabilistic, optimistic],
      latency: constantLatency({ feedMs: 0, entryMs: 50, answerMs: 50 }),
      fund: Wei.ofSize(Size.ofShares(10_000)),
      fingerprint: 'same results',
    })
    for await (const chunk of recording.chunks()) running.add(chunk)
    return hashesOf(running.finish())
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Busy on purpose: many orders, and each limit is one that is met now and then. */
const SETTINGS = deskSettings({
  requote: { priceHysteresisTicks: 1, orderLifeSeconds: 600 },
  limits: {
    positionMaxShares: 200,
    openNotionalMaxUsdt: 1_000,
    worstCaseLossMaxUsdt: 500,
    priceCollarTicks: 15,
    orderMinUsdt: 1,
    drawdownMaxUsdt: 1_000,
  },
  budget: { windows: [{ route: 'create', calls: 20, perMs: 1_000 }] },
  ownInBook: false,
})
