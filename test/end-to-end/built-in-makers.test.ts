import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { inFolder, oddsmith } from './daemon.js'

const LIMITS = '{ positionMaxShares: 1000, worstCaseLossMaxUsdt: 900, openNotionalMaxUsdt: 900, priceCollarTicks: 15 }'

/** Runs a config until something was filled, and checks that nothing was refused and that the books agree with the venue at the end. */
const runsClean = (config: string): Promise<void> =>
  inFolder(async home => {
    writeFileSync(join(home, 'makers.yaml'), config)
    const run = oddsmith(['run', join(home, 'makers.yaml'), '--home', home, '--json'])
    await run.says(/[1-9]\d* fills/)
    run.child.kill('SIGINT')
    const { code, stdout, stderr } = await run.ended
    expect(code, stderr).toBe(0)
    const summary = JSON.parse(stdout)
    expect(summary).toMatchObject({ failed: [], openOrdersAtExit: 0, isEqualToVenue: true })
    expect(summary.orders).toMatchObject({ refused: 0, unknown: 0 })
    for (const { pulledFor } of Object.values<{ pulledFor: object }>(summary.quoting.markets)) expect(pulledFor).toEqual({})
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
