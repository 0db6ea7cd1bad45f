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
async function carried(isMakerOnly = false) {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-carry-'))
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, CONFIG)
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
    isMakerOnly,
    strategies: ['two-sided'],
    plan: action => planner.plan(action),
  })
  const turn = (): void => {
    const taken = controls.splice(0)
    bench.turn({ controls: taken })
    carrier.saw(taken)
  }
  const actAll = async (actions: readonly Action[]): Promise<readonly ActionAnswer[]> => {
    const timer = setInterval(turn, TURN_MS)
    try {
      return await Promise.all(actions.map((action, at) => carrier.act({ who: 'test', key: `key ${at}` }, action)))
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

test('a close is refused where it would sell nothing: of a run that is halted, and by takes where the config forbids them', async () => {
  const { actAll } = await carried(true)
  const [taking, resting, , late] = await actAll([
    { do: 'close', scope: 'all', crossTicks: 0 },
    { do: 'close', scope: 'all' },
    { do: 'halt' },
    { do: 'close', scope: 'all' },
  ])
  expect(taking).toEqual({ is: 'refused', text: expect.stringContaining('the config says makerOnly') })
  expect(resting).toEqual({ is: 'done', text: 'all markets: closing by resting orders; nothing is held there' })
  expect(late).toMatchObject({ is: 'done' })
  const [after] = await actAll([{ do: 'close', scope: 'market:m9' }])
  expect(after).toEqual({ is: 'refused', text: expect.stringContaining('this run has no market m9') })
})
