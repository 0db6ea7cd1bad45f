import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startExchange } from '../../src/exchange.js'
import { answerMeter } from './meter.js'

/**
 * The exchange as used, with its log on disk and its market's book pushed, though there is no subscriber; without a crowd, which would take time of
 * its own.
 */
async function serve(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'oddsmith-bench-'))
  const [settlementMs, ...wallets] = process.argv.slice(2)
  const exchange = await startExchange({
    crowd: { kind: 'none' },
    data,
    rateLimits: null,
    accounts: 0,
    seed: 1,
    settlementMs: Number(settlementMs),
    fund: wallets.map(address => ({ address, usdt: '1000000000' })),
    markets: [{ question: 'Will it rain?', endsInMinutes: null }],
    log: (text, fields) => process.stderr.write(`${text} ${JSON.stringify(fields)}\n`),
  })
  const { close, ...described } = exchange
  process.send?.(described)
  answerMeter()
  process.once('disconnect', () => {
    void close().finally(() => {
      rmSync(data, { recursive: true })
      process.exit()
    })
  })
}

await serve()
