import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtVersion } from '../../bench/parts/old-version.js'
import { firstPasses, playInTurn } from '../../bench/parts/play-in-turn.js'
import { recordingFolder } from '../../bench/parts/recorded-tape.js'
import type { ReplayOrder } from '../../bench/parts/replay-messages.js'
import { openReplayer } from '../../bench/parts/replayer.js'
import { ROOT } from '../../bench/parts/root.js'
import { isAcceptance } from '../is-acceptance.js'

const HOME = mkdtempSync(join(tmpdir(), 'oddsmith-test-bench-'))
afterAll(() => rmSync(HOME, { recursive: true }))

const SAMPLE_EVENTS = 6_424
const orderFor = (
  variant: ReplayOrder['what']['variant'],
  market: ReplayOrder['what']['market'],
  source: ReplayOrder['source'] = null,
): ReplayOrder => ({
  root: ROOT,
  source,
  folder: join(HOME, 'recording'),
  what: { variant, market },
})

test('a replaying process imports the sample, plays a pass whenever it is told, and finds the same each time', async () => {
  const replayer = await openReplayer(orderFor('one', 'all in one run'))
  expect(replayer).toMatchObject({ events: SAMPLE_EVENTS, markets: 3, recording: join(HOME, 'recording') })
  const first = await replayer.play({ ms: 0 })
  const second = await replayer.play({ ms: 50 })
  expect(first.words).toMatch(/^pessimistic \d+ orders \d+ fills$/)
  expect(first.orders).toBeGreaterThan(0.05)
  expect({ ...second, ns: 0 }).toEqual({ ...first, ns: 0 })
  expect(second.ns).toBeGreaterThan(0)
  await replayer.close()
})

test.skipIf(!isAcceptance)('contenders that play in turn have a reading each, an event', async () => {
  const source = await recordingFolder(undefined, join(HOME, 'shared'))
  const contenders = [
    { name: 'quiet', order: orderFor('keep', 'all in one run', source) },
    { name: 'alone', order: orderFor('one', 'one at a time', source) },
    { name: 'busiest', order: orderFor('three', 'the busiest', source) },
  ]
  const readings = await playInTurn(contenders, { rounds: 1, msPerRound: 0, msToWarm: 0 })
  expect([...readings.keys()]).toEqual(['quiet', 'alone', 'busiest'])
  expect(readings.get('quiet')).toMatchObject({ orders: 0, words: 'pessimistic 0 orders 0 fills' })
  expect(readings.get('alone')?.words.match(/pessimistic/g)).toHaveLength(3)
  expect(readings.get('busiest')?.words).toMatch(/^pessimistic .*, probabilistic .*, optimistic .*$/)
  const first = await firstPasses(contenders.slice(0, 1), 1)
  expect(first.get('quiet')).toMatchObject({ orders: 0 })
})

test('a replaying process that cannot read its recording is an error, not a wait without an end', async () => {
  await expect(openReplayer({ ...orderFor('one', 'all in one run'), root: join(HOME, 'nothing') })).rejects.toThrow(
    'ended with code 1',
  )
})

test('a folder without raw files is refused: figures of the sample would be taken for those of another recording', async () => {
  await expect(recordingFolder(HOME, join(HOME, 'none'))).rejects.toThrow(
    `expected a folder with raw files that end in .gz, found none in ${HOME}`,
  )
})

test('a commit that cannot be had is told in a sentence, and leaves nothing behind', () => {
  const folder = join(HOME, 'cache')
  const commit = '0123456789012345678901234567890123456789'
  const old = builtVersion({ commit, folder, note: () => undefined })
  expect(old).toMatchObject({ kind: 'missing', why: expect.stringContaining('commit 0123456 cannot be built') })
  expect(existsSync(folder)).toBe(false)
})
