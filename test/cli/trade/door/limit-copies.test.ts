import { expect, test } from 'vitest'
import { limitCopies } from '../../../../src/cli/trade/door/limit-copies.js'
import { keep } from '../../../../src/model/quote.js'
import { limitCopy } from '../../../../src/operator/schemas-run.js'
import { DeskBench, settings } from '../../../engine/desk-bench.js'

test.each([1e-302, Number.MIN_VALUE])('the used part of a limit of %s is a number that JSON has', clockOffsetMaxMs => {
  const bench = new DeskBench({ decide: keep, settings: settings({ limits: { clockOffsetMaxMs } }) })
  const copies = limitCopies({ look: bench.desk.look(), names: [], clockOffsetMs: 3 })
  const copy = copies.find(({ path }) => path === 'limits.clockOffsetMaxMs')
  expect(limitCopy.parse(JSON.parse(JSON.stringify(copy)))).toMatchObject({ used: 3, percent: 1_000_000 })
})
