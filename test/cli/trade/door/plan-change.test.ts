import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { loadConfig } from '../../../../src/cli/config/config.js'
import { deskSettingsOf } from '../../../../src/cli/config/desk-settings-of.js'
import { loadStanzas } from '../../../../src/cli/config/load-stanzas.js'
import { type LimitTurn, turnOf } from '../../../../src/cli/trade/door/limit-turn.js'
import { createChangePlanner, type PlannedChange } from '../../../../src/cli/trade/door/plan-change.js'
import { createStrategyCopier } from '../../../../src/cli/trade/door/strategy-copies.js'
import type { MarketLook } from '../../../../src/engine/desk-look.js'

const CONFIG = `venue: { name: predict, embedded: { seed: 1 } }
strategies:
  - strategy: two-sided
    markets: [1001, 1002]
    parameters: { halfSpreadTicks: 3, sizeShares: 10 }
    limits: { openNotionalMaxUsdt: 100 }
limits:
  positionMaxShares: 100
  openNotionalMaxUsdt: 400
  orderMinUsdt: 1
`

/** A strategy whose name cannot stand in a path as it is. */
const DOTTED = `import { pull, z } from 'oddsmith'
const parameters = z.strictObject({ halfSpreadTicks: z.number().default(2).describe('half the spread, in ticks') })
export const strategy = {
  name: 'two.sided', version: 1, watches: 'touch', parameters,
  create: () => ({ decide: () => pull('it never quotes') }),
}
`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A planner of a run with this config, and what writes the file again. */
async function planner(text = CONFIG, beside: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'oddsmith-plan-'))
  folders.push(folder)
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, text)
  for (const [name, source] of Object.entries(beside)) writeFileSync(join(folder, name), source)
  const loaded = await loadConfig(file)
  const stanzas = await loadStanzas(loaded)
  const { settings } = deskSettingsOf(loaded, 2, true)
  const changes = createChangePlanner({ loaded, stanzas, settings, markets: () => ['1001', '1002'] })
  const set = (path: string, value: unknown, confirm?: { from: unknown; to: unknown }): Promise<PlannedChange> =>
    changes.plan({ do: 'set', path, value, ...(confirm && { confirm }) })
  const reload = (confirm?: string): Promise<PlannedChange> => changes.plan({ do: 'reload', ...(confirm && { confirm }) })
  return { changes, set, reload, write: (change: (text: string) => string) => writeFileSync(file, change(text)), file }
}

const controlOf = (planned: PlannedChange) => {
  if (planned.is !== 'control') throw new Error(`expected a control, found ${JSON.stringify(planned.answer)}`)
  return planned.control
}
const answerOf = (planned: PlannedChange) => {
  if (planned.is !== 'answer') throw new Error('expected an answer, found a control')
  return planned.answer
}

describe('set', () => {
  it('tightens a limit at once, and the control carries all limits and what changed', async () => {
    const { set } = await planner()
    const control = controlOf(await set('limits.positionMaxShares', 50))
    expect(control.changes).toEqual([{ path: 'limits.positionMaxShares', from: 100, to: 50 }])
    expect(control.limits).toMatchObject({ positionMaxShares: 50, openNotionalMaxUsdt: 400 })
    expect(control.isTighter).toBe(true)
  })

  it('asks before it loosens a limit, with the old and the new value, and does it when both are named', async () => {
    const { set } = await planner()
    const answer = answerOf(await set('limits.positionMaxShares', 200))
    expect(answer).toMatchObject({
      is: 'confirm',
      text: 'this loosens a limit: limits.positionMaxShares from 100 to 200',
      changes: [{ path: 'limits.positionMaxShares', from: 100, to: 200, loosens: true }],
    })
    expect(answerOf(await set('limits.positionMaxShares', 200, { from: 50, to: 200 })).is).toBe('confirm')
    expect(controlOf(await set('limits.positionMaxShares', 200, { from: 100, to: 200 }))).toMatchObject({ isTighter: false })
  })

  it('refuses a number that JSON cannot express, which would be read as no limit', async () => {
    const { set } = await planner()
    for (const value of [JSON.parse('1e400') as number, Number.NaN])
      expect(answerOf(await set('limits.positionMaxShares', value))).toEqual({
        is: 'refused',
        text: `limits.positionMaxShares: expected a number, found "${value}"`,
      })
  })

  it('changes the greatest age of references for all markets and for one, and refuses less than feeds can keep', async () => {
    const { set } = await planner()
    const all = controlOf(await set('limits.referenceAgeMaxMs', 5_000))
    expect([all.isTighter, all.limits?.referenceAgeMaxMs]).toEqual([true, 5_000])
    const one = controlOf(await set('limits.markets.1001.referenceAgeMaxMs', 3_000))
    expect([one.isTighter, one.limits?.markets?.['1001']]).toEqual([true, { referenceAgeMaxMs: 3_000 }])
    const wrong = answerOf(await set('limits.referenceAgeMaxMs', 500))
    expect(wrong.is).toBe('refused')
    expect(wrong.text).toBe('limits.referenceAgeMaxMs: expected at least 2000, found 500')
  })

  it('says of a market without a strategy in this run that it must join first, and which was probably meant', async () => {
    const { set } = await planner(CONFIG.replace('[1001, 1002]', 'all'))
    const told = async (path: string): Promise<string> => {
      const planned = await set(path, 5)
      return planned.is === 'control' ? planned.text : planned.answer.text
    }
    const missing = '; market 10011 has no strategy in this run: this holds once it joins; did you mean 1001?'
    expect(await told('limits.markets.10011.positionMaxShares')).toContain(missing)
    expect(await told('markets.10011.strategies.two-sided.sizeShares')).toContain(missing)
    expect(await told('markets.77.limits.positionMaxShares')).toMatch(
      /market 77 has no strategy in this run: this holds once it joins$/,
    )
    for (const path of ['limits.markets.1001.positionMaxShares', 'markets.1002.strategies.two-sided.sizeShares'])
      expect(await told(path)).not.toContain('in this run')
  })

  it('takes a narrower band of prices for tighter, at both ends', async () => {
    const { set } = await planner()
    const low = await set('limits.priceMin', 0.05)
    expect(controlOf(low).isTighter).toBe(true)
    if (low.is === 'control') low.taken()
    const high = await set('limits.priceMax', 0.95)
    expect(controlOf(high).isTighter).toBe(true)
    if (high.is === 'control') high.taken()
    expect(controlOf(await set('limits.priceMin', 0.1)).isTighter).toBe(true)
    expect(answerOf(await set('limits.priceMin', 0.02)).is).toBe('confirm')
    expect(answerOf(await set('limits.priceMax', null)).is).toBe('confirm')
    expect(controlOf(await set('requote.pauseAfterFillMs', 2_000)).requote).toMatchObject({ pauseAfterFillMs: 2_000 })
  })

  it('compares the next change with the one that a turn has taken, and with no other', async () => {
    const { set } = await planner()
    const first = await set('limits.positionMaxShares', 50)
    expect(controlOf(await set('limits.positionMaxShares', 60)).changes[0]).toMatchObject({ from: 100, to: 60 })
    if (first.is === 'control') first.taken()
    expect(answerOf(await set('limits.positionMaxShares', 60))).toMatchObject({ is: 'confirm' })
    expect(answerOf(await set('limits.positionMaxShares', 50))).toEqual({ is: 'done', text: 'nothing changes' })
  })

  it('finds a strategy by its name or its place, and hands its whole parameters over', async () => {
    const { set } = await planner()
    for (const path of ['strategies.two-sided.halfSpreadTicks', 'strategies.0.parameters.halfSpreadTicks']) {
      const { parameters, isTighter } = controlOf(await set(path, 2))
      expect(parameters?.[0]).toMatchObject({ stanza: 0, parameters: { halfSpreadTicks: 2, sizeShares: 10 }, markets: {} })
      expect(isTighter).toBe(false)
    }
  })

  it('names strategies of one name by their places, in what it shows as in what it takes', async () => {
    const twins = CONFIG.replace('markets: [1001, 1002]', 'markets: [1001]').replace(
      'limits:\n  positionMaxShares',
      '  - strategy: two-sided\n    markets: [1002]\nlimits:\n  positionMaxShares',
    )
    const { set } = await planner(twins)
    const { changes, parameters } = controlOf(await set('strategies.1.sizeShares', 15))
    expect(changes).toEqual([{ path: 'strategies.1.parameters.sizeShares', from: 20, to: 15 }])
    expect(parameters?.map(({ parameters }) => (parameters as { sizeShares: number }).sizeShares)).toEqual([10, 15])
  })

  it('gives one market parameters of its own, beside which a change for all leaves them standing', async () => {
    const { set } = await planner()
    const own = await set('markets.1001.strategies.two-sided.halfSpreadTicks', 9)
    expect(controlOf(own).parameters?.[0]?.markets).toMatchObject({ 1001: { halfSpreadTicks: 9, sizeShares: 10 } })
    if (own.is === 'control') own.taken()
    const all = controlOf(await set('strategies.two-sided.sizeShares', 20)).parameters?.[0]
    expect(all).toMatchObject({ parameters: { sizeShares: 20 }, markets: { 1001: { halfSpreadTicks: 9, sizeShares: 20 } } })
  })

  it('shows what a market has for itself beside what holds in the others, also where it is the first', async () => {
    const { set, changes } = await planner()
    const copies = createStrategyCopier(changes.now)
    const looked = ['1001', '1002'].map(id => ({ stanza: 0, market: { id } }) as MarketLook)
    expect(copies(looked)).toMatchObject([{ name: 'two-sided', markets: ['1001', '1002'], own: [] }])
    const own = await set('markets.1001.strategies.two-sided.halfSpreadTicks', 9)
    expect(controlOf(own).changes).toEqual([{ path: 'markets.1001.strategies.two-sided.halfSpreadTicks', from: 3, to: 9 }])
    if (own.is === 'control') own.taken()
    expect(copies(looked)).toMatchObject([
      {
        parameters: { halfSpreadTicks: 3, sizeShares: 10 },
        own: [
          {
            market: '1001',
            parameters: { halfSpreadTicks: 9, sizeShares: 10 },
            differs: [{ name: 'halfSpreadTicks', value: 9, general: 3 }],
          },
        ],
      },
    ])
    const again = await set('markets.1001.strategies.two-sided.halfSpreadTicks', 4)
    expect(controlOf(again).changes).toMatchObject([{ from: 9, to: 4 }])
    // A market that left is shown no more.
    expect(copies(looked.slice(1))).toMatchObject([{ markets: ['1002'], own: [] }])
  })

  it('names a strategy whose name has a dot in quotes, and asks before its limit is loosened', async () => {
    const file = CONFIG.replace('strategy: two-sided', 'strategy: ./dotted.ts').replace(', sizeShares: 10 }', ' }')
    const dotted = await planner(file, { 'dotted.ts': DOTTED })
    const path = 'strategies."two.sided".halfSpreadTicks'
    expect(controlOf(await dotted.set(path, 5)).changes).toEqual([
      { path: 'strategies."two.sided".parameters.halfSpreadTicks', from: 3, to: 5 },
    ])
    const limit = 'strategies."two.sided".limits.openNotionalMaxUsdt'
    expect(answerOf(await dotted.set(limit, 200))).toMatchObject({ is: 'confirm', changes: [{ path: limit, loosens: true }] })
    expect(controlOf(await dotted.set(limit, 200, { from: 100, to: 200 })).changes).toMatchObject([{ to: 200 }])
    const own = 'markets."10.01".strategies."two.sided".halfSpreadTicks'
    expect(controlOf(await dotted.set(own, 5)).changes).toEqual([{ path: own, from: 3, to: 5 }])
    expect(answerOf(await dotted.set('strategies.two.sided.halfSpreadTicks', 5)).text).toContain('the run has "two.sided"')
    expect(answerOf(await dotted.set('strategies."two.sided', 5)).text).toContain('a quote that is not closed')
  })

  it('limits one market alone, which is looser where it is above the limit of all', async () => {
    const { set } = await planner()
    expect(controlOf(await set('markets.1001.limits.positionMaxShares', 20)).limits?.markets).toEqual({
      1001: { positionMaxShares: 20 },
    })
    expect(answerOf(await set('limits.markets.1001.positionMaxShares', 500)).is).toBe('confirm')
  })

  it.each([
    ['limits.positionMaxShares', -5, 'limits.positionMaxShares: expected'],
    ['limits.positionMaxShare', 5, 'did you mean'],
    ['strategies.two-sided.halfSpreadTick', 5, 'did you mean'],
    ['strategies.tow-sided.halfSpreadTicks', 5, 'did you mean two-sided?'],
    ['strategies.two-sided.halfSpreadTicks', 'wide', 'expected'],
    ['markets.1001.strategies.two-sided.sizeShares', -1, 'expected'],
    ['limits.positionMaxUsdt', 0.5, 'do not allow one order'],
    ['venue.name', 'other', 'venue.name'],
    ['budget.keeperCalls', 3, 'budget.keeperCalls is read at the start'],
    ['limits.orderMinUsdt', 2, 'is read at the start'],
    ['strategies.two-sided.markets', [1001], 'is read at the start'],
    ['', 1, 'empty part'],
    ['__proto__.x', 1, 'empty part'],
    ['nonsense', 1, 'expected limits.FIELD'],
  ])('refuses %s = %j with a sentence, and nothing changes', async (path, value, words) => {
    const { set, reload } = await planner()
    const answer = answerOf(await set(path, value))
    expect(answer.is).toBe('refused')
    expect(answer.text).toContain(words)
    expect(answer.text).not.toContain('mine.yaml:')
    expect(answerOf(await reload())).toEqual({ is: 'done', text: 'nothing changes' })
  })
})

describe('reload', () => {
  it('shows the difference first, and does it once its hash is named', async () => {
    const { reload, write } = await planner()
    expect(answerOf(await reload())).toEqual({ is: 'done', text: 'nothing changes' })
    write(text =>
      text.replace('positionMaxShares: 100', 'positionMaxShares: 30').replace('halfSpreadTicks: 3', 'halfSpreadTicks: 4'),
    )
    const shown = answerOf(await reload())
    if (shown.is !== 'confirm') throw new Error(shown.text)
    expect(shown.changes.map(({ path, from, to }) => [path, from, to])).toEqual([
      ['limits.positionMaxShares', 100, 30],
      ['strategies.two-sided.parameters.halfSpreadTicks', 3, 4],
    ])
    expect(answerOf(await reload('0123456789abcdef')).is).toBe('confirm')
    const control = controlOf(await reload(shown.hash))
    expect(control.limits?.positionMaxShares).toBe(30)
    expect(control.parameters?.[0]?.parameters).toMatchObject({ halfSpreadTicks: 4 })
  })

  it('takes over what a run can, and shows the rest again until the next start', async () => {
    const { reload, write } = await planner()
    write(text => `${text.replace('positionMaxShares: 100', 'positionMaxShares: 30')}graceMs: 4000\n`)
    const shown = answerOf(await reload())
    if (shown.is !== 'confirm') throw new Error(shown.text)
    expect(shown.text).toContain('graceMs from 3000 to 4000 (with the next start)')
    const taken = await reload(shown.hash)
    if (taken.is === 'control') taken.taken()
    expect(answerOf(await reload())).toMatchObject({
      is: 'done',
      text: expect.stringContaining('graceMs is read at the start'),
    })
  })

  it('ends what was set for the run alone', async () => {
    const { set, reload } = await planner()
    for (const [path, value] of [
      ['limits.positionMaxShares', 50],
      ['markets.1001.strategies.two-sided.halfSpreadTicks', 9],
    ] as const) {
      const planned = await set(path, value)
      if (planned.is === 'control') planned.taken()
    }
    const shown = answerOf(await reload())
    if (shown.is !== 'confirm') throw new Error(shown.text)
    expect(shown.changes.map(({ path, to, loosens }) => [path, to, loosens])).toEqual([
      ['limits.positionMaxShares', 100, true],
      ['markets.1001.strategies.two-sided.halfSpreadTicks', 3, false],
    ])
    expect(controlOf(await reload(shown.hash)).parameters?.[0]?.markets).toEqual({})
  })

  it('refuses a file that is wrong, by its line, and one with other strategies', async () => {
    const { reload, write, file } = await planner()
    write(text => text.replace('positionMaxShares: 100', 'positionMaxShares: many'))
    expect(answerOf(await reload())).toMatchObject({
      is: 'refused',
      text: expect.stringContaining(`${file}:8: limits.positionMaxShares`),
    })
    write(text =>
      text.replace('strategy: two-sided', 'strategy: ladder').replace('{ halfSpreadTicks: 3, sizeShares: 10 }', '{}'),
    )
    expect(answerOf(await reload())).toMatchObject({ is: 'refused', text: expect.stringContaining('the list has changed') })
  })
})

describe('which way a limit goes', () => {
  const cases: readonly (readonly [path: string, from: unknown, to: unknown, turn: LimitTurn])[] = [
    ['limits.positionMaxShares', 100, 50, 'tighter'],
    ['limits.positionMaxShares', 100, null, 'looser'],
    ['limits.positionMaxShares', null, 100, 'tighter'],
    ['strategies.two-sided.limits.openNotionalMaxUsdt', 5, 6, 'looser'],
    ['limits.account.worstCaseLossMaxUsdt', null, 6, 'tighter'],
    ['makerOnly', false, true, 'tighter'],
    ['makerOnly', true, false, 'looser'],
    ['strategies.two-sided.makerOnly', true, null, 'looser'],
    ['limits.stopBeforeEndSeconds', 10, 20, 'tighter'],
    ['limits.stopBeforeEndSeconds', { default: 10, CRYPTO_UP_DOWN: 5 }, { default: 10, CRYPTO_UP_DOWN: 2 }, 'looser'],
    ['limits.stopBeforeEndSeconds', { default: 10, CRYPTO_UP_DOWN: 5 }, 7, 'either'],
    ['limits.markout', null, { floorTicks: -1 }, 'tighter'],
    ['limits.markout', { floorTicks: -1, stopSeconds: 600 }, null, 'looser'],
    ['limits.markout', { floorTicks: -1, stopSeconds: 600 }, { floorTicks: -2, stopSeconds: 600 }, 'looser'],
    ['limits.markout', { floorTicks: -1, windowFills: 20 }, { floorTicks: -1, windowFills: 5 }, 'either'],
    ['limits.taperFromPercent', null, 50, 'tighter'],
    ['limits.referenceAgeMaxMs', null, 5_000, 'tighter'],
    ['limits.referenceAgeMaxMs', 5_000, 9_000, 'looser'],
    ['strategies.two-sided.limits.perMarket.referenceAgeMaxMs', 5_000, null, 'looser'],
    ['limits.settlementWindow', 50, 100, 'either'],
    ['requote.requoteEveryMs', 250, 10, 'none'],
    ['strategies.two-sided.parameters.sizeShares', 10, 1_000, 'none'],
  ]

  it.each(cases)('%s from %j to %j is %s', (path, from, to, turn) => {
    expect(turnOf(path, from, to)).toBe(turn)
  })

  it('is the other way round where the change is taken back', () => {
    const back: Readonly<Record<LimitTurn, LimitTurn>> = {
      tighter: 'looser',
      looser: 'tighter',
      either: 'either',
      none: 'none',
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...cases.map(([path]) => path)),
        fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 })),
        fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 99 })),
        (path, from, to) => {
          if (path.endsWith('makerOnly') || path.endsWith('markout')) return
          expect(turnOf(path, to, from)).toBe(back[turnOf(path, from, to)])
        },
      ),
    )
  })
})
