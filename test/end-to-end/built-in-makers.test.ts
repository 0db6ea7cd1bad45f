import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder, oddsmith } from './daemon.js'

const LIMITS = '{ positionMaxShares: 1000, worstCaseLossMaxUsdt: 900, openNotionalMaxUsdt: 900, priceCollarTicks: 15 }'

/** Limits of the account: a removed order counts in them for a while, so that a strategy which moves much may meet them. */
const ACCOUNT_RULES = new Set(['cash', 'worstCaseLossMaxUsdt', 'openNotionalMaxUsdt'])

/** Orders of ours rest on both sides: fills come seldom where quotes stand wide. */
const RESTING = /ours \d\S*\/\d/

/**
 * Runs a config until its status says what is waited for, and checks that no order was refused but by limits of the account, that the books agree with the
 * venue at the end, and that a backtest of the run places orders too.
 */
const runsClean = (config: string, until = /[1-9]\d* fills/): Promise<void> =>
  inFolder(async home => {
    writeFileSync(join(home, 'makers.yaml'), config)
    const run = oddsmith(['run', join(home, 'makers.yaml'), '--home', home, '--json'])
    await run.says(until)
    run.child.kill('SIGINT')
    const { code, stdout, stderr } = await run.ended
    expect(code, stderr).toBe(0)
    const summary = JSON.parse(stdout)
    expect(summary).toMatchObject({ failed: [], openOrdersAtExit: 0, isEqualToVenue: true, orders: { unknown: 0 } })
    expect(summary.orders.placed).toBeGreaterThan(0)
    const told = await oddsmith(['journal', 'refusals', '--home', home, '--json']).ended
    const { refusals } = JSON.parse(told.stdout) as { readonly refusals: readonly { readonly rule: string }[] }
    expect(refusals.filter(({ rule }) => !ACCOUNT_RULES.has(rule))).toEqual([])

    const again = [
      'backtest',
      join(home, 'makers.yaml'),
      '--recording',
      join(home, 'runs', summary.run),
      '--models',
      'pessimistic',
    ]
    const tested = await oddsmith([...again, '--out', join(home, 'out'), '--json']).ended
    expect(tested.code, tested.stderr).toBe(0)
    const { orders, accounts } = JSON.parse(tested.stdout)
    expect(orders).toBeGreaterThan(0)
    expect(Object.keys(accounts.pessimistic.refusals.limits).filter(rule => !ACCOUNT_RULES.has(rule))).toEqual([])
  })

test(
  'ladder, bands and amm quote on paper, are filled, and have no order refused',
  () =>
    runsClean(`venue: { name: predict, embedded: { seed: 3, worldFile: ${resolve('config/three-markets.yaml')} } }
strategies:
  - { strategy: ladder, markets: { question: harbour } }
  - { strategy: bands, markets: { question: ferry } }
  - { strategy: amm, markets: { question: gusts } }
limits: ${LIMITS}
`),
  90_000,
)

test(
  'avellaneda-stoikov, glft and logit quote on paper, are filled, and have no order refused',
  () =>
    runsClean(`venue: { name: predict, embedded: { seed: 3, worldFile: ${resolve('config/three-markets.yaml')} } }
strategies:
  - { strategy: avellaneda-stoikov, markets: { question: harbour } }
  - { strategy: glft, markets: { question: ferry } }
  - { strategy: logit, markets: { question: gusts } }
limits: ${LIMITS}
`),
  90_000,
)

test(
  'up-down quotes rounds by the venue’s own prices, from the config that comes with it',
  () =>
    runsClean(
      readFileSync('config/up-down.yaml', 'utf8')
        .replace(/minutes: \d+/g, 'minutes: 1')
        .replace(/limits:[\s\S]*/, `limits: ${LIMITS}`),
      RESTING,
    ),
  120_000,
)

test(
  'reward quotes the markets that pay points, from the config that comes with it',
  () => runsClean(readFileSync('config/rewards.yaml', 'utf8'), RESTING),
  120_000,
)
