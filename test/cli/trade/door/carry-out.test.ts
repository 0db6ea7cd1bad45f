import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../../../src/cli/config/config.js'
import { deskSettingsOf } from '../../../../src/cli/config/desk-settings-of.js'
import { loadStanzas } from '../../../../src/cli/config/load-stanzas.js'
import { createCarrier } from '../../../../src/cli/trade/door/carry-out.js'
import { createChangePlanner } from '../../../../src/cli/trade/door/plan-change.js'
import type { Control } from '../../../../src/model/batch.js'
import { pull } from '../../../../src/model/quote.js'
import type { Action, ActionAnswer } from '../../../../src/operator/schemas-action.js'
import { createManualClock } from '../../../../src/testing/manual-clock.js'
import { DeskBench, START } from '../../../engine/desk-bench.js'

const CONFIG = `venue: { name: predict, embedded: { seed: 1 } }
strategies: [{ strategy: two-sided, markets: [1001] }]
limits: { positionMaxShares: 100, openNotionalMaxUsdt: 400 }
`

/** Long enough to plan each request that can be planned before a turn. */
const TURN_MS = 50

/** A desk with turns, and what carries out actions in it. */
async function carried(config = CONFIG) {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-carry-'))
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, config)
  const loaded = await loadConfig(file)
  const stanzas = await loadStanzas(loaded)
  rmSync(folder, { recursive: true })
  const { settings } = deskSettingsOf(loaded, 1, true)
  const planner = createChangePlanner({ loaded, stanzas, settings, markets: () => ['1001'] })
  const bench = new DeskBench({ decide: () => pull('it looks on'), settings })
  const controls: Control[] = []
  const carrier = createCarrier({
    session: { control: control => void controls.push(control), desk: bench.desk, markets: bench.markets },
    gateway: { openHashes: () => Promise.resolve([]) },
    hashOf: () => null,
    clock: createManualClock(START),
    isStopping: () => false,
    strategies: ['two-sided'],
    plan: action => planner.plan(action),
  })
  const turn = (): void => {
    const taken = controls.splice(0)
    bench.turn({ controls: taken })
    carrier.saw(taken)
  }
  let sent = 0
  const actAll = async (actions: readonly Action[]): Promise<readonly ActionAnswer[]> => {
    const timer = setInterval(turn, TURN_MS)
    try {
      return await Promise.all(actions.map(action => carrier.act({ who: 'test', key: `key ${sent++}` }, action)))
    } finally {
      clearInterval(timer)
    }
  }
  return { actAll, limits: () => bench.desk.look().settings.limits }
}

test('two settings that are changed at the same time are both changed', async () => {
  const { actAll, limits } = await carried()
  const answers = await actAll([
    { do: 'set', path: 'limits.positionMaxShares', value: 50 },
    { do: 'set', path: 'limits.openNotionalMaxUsdt', value: 200 },
  ])
  expect(answers.map(({ is }) => is)).toEqual(['done', 'done'])
  expect(limits()).toMatchObject({ positionMaxShares: 50, openNotionalMaxUsdt: 200 })
})

test('a change behind one that is refused is made all the same', async () => {
  const { actAll, limits } = await carried()
  const answers = await actAll([
    { do: 'set', path: 'limits.positionMaxShares', value: 'many' },
    { do: 'set', path: 'limits.openNotionalMaxUsdt', value: 200 },
  ])
  expect(answers.map(({ is }) => is)).toEqual(['refused', 'done'])
  expect(limits().openNotionalMaxUsdt).toBe(200)
})

test('a close by takes is refused where makerOnly holds, of the config, of a strategy, or since it was set', async () => {
  const close = { do: 'close', scope: 'all', crossTicks: 0 } as const
  const refused = { is: 'refused', text: expect.stringContaining('makerOnly holds in market m0') }
  for (const config of [`${CONFIG}makerOnly: true`, CONFIG.replace('[1001]', '[1001], makerOnly: true')])
    expect(await (await carried(config)).actAll([close])).toEqual([refused])
  const { actAll } = await carried()
  await actAll([{ do: 'set', path: 'makerOnly', value: true }])
  expect(await actAll([close])).toEqual([refused])
})

test('a close is refused of a run that is halted, and of a market that it does not have', async () => {
  const { actAll } = await carried()
  const [resting] = await actAll([{ do: 'close', scope: 'all' }])
  expect(resting).toEqual({ is: 'done', text: 'all markets: closing by resting orders; nothing is held there' })
  await actAll([{ do: 'halt' }])
  const [late, unknown] = await actAll([
    { do: 'close', scope: 'all' },
    { do: 'close', scope: 'market:m9' },
  ])
  expect(late).toEqual({ is: 'refused', text: expect.stringContaining('the run is halted') })
  expect(unknown).toEqual({ is: 'refused', text: expect.stringContaining('this run has no market m9') })
})
