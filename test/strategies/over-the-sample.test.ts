import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSource } from '../../src/cli/config/config.js'
import { loadBacktest } from '../../src/cli/search/load-backtest.js'
import { playBacktest } from '../../src/cli/search/play-backtest.js'

const SAMPLE = resolve(import.meta.dirname, '../../data/sample/harbour.ndjson.gz')
/** Room for all of them: what refuses here is a rule that a strategy has to mind itself. */
const LIMITS = { positionMaxShares: 1_000, worstCaseLossMaxUsdt: 900, openNotionalMaxUsdt: 900, priceCollarTicks: 15 }

/** The pessimistic account of a strategy with its defaults over one market of the recorded sample. */
async function played(strategy: string, more: object = {}) {
  const config = { recording: SAMPLE, strategy, models: ['pessimistic'], markets: ['1002'], limits: LIMITS, ...more }
  const setup = await loadBacktest(parseSource('sample.json', JSON.stringify(config)), {})
  const { result } = await playBacktest(setup)
  const account = result.accounts[0]
  if (account === undefined) throw new Error('a backtest without an account')
  return account
}

describe('with its defaults over the recorded sample', () => {
  test.each(['ladder', 'bands', 'amm', 'avellaneda-stoikov', 'glft', 'logit', 'group'])(
    '%s trades, and no limit refuses an order of it',
    async strategy => {
      const { fills, refusals } = await played(strategy)
      expect(fills.length).toBeGreaterThan(20)
      expect(refusals.limits).toEqual({})
    },
  )
})
