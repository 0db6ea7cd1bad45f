import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { replay } from '../../../backtest/replay.js'
import { runDecoders } from '../../../src/cli/config/run-decoders.js'
import { strategiesOf } from '../../../src/cli/search/replay.js'
import { withGainedParameters } from '../../../src/cli/search/with-gained-parameters.js'
import { openInputLog } from '../../../src/recording/log/input-log.js'
import type { LogHeader } from '../../../src/recording/log/log-record.js'

const RUN = resolve(import.meta.dirname, '../../fixtures/v0.1.0/run/input.ndjson.gz')

test('a parameter that is not there gets its default, within fields too, and what is there stays', () => {
  const inner = z.strictObject({ startSeconds: z.number().optional(), variants: z.record(z.string(), z.number()).default({}) })
  const schema = z
    .strictObject({
      sizeShares: z.number().min(10).default(20),
      leanTicks: z.number().default(2),
      limit: z.number().nullable().default(null),
      nearEnd: inner.prefault({}),
      later: inner.prefault({}),
      fillAversion: z.number().optional(),
      must: z.number(),
    })
    .refine(({ sizeShares }) => sizeShares > 0)
  const { parameters, gained } = withGainedParameters(schema, { sizeShares: 5, old: 1, nearEnd: { startSeconds: 9 } })
  expect(parameters).toEqual({
    sizeShares: 5,
    old: 1,
    leanTicks: 2,
    limit: null,
    nearEnd: { startSeconds: 9, variants: {} },
    later: { variants: {} },
  })
  expect(gained).toEqual(['leanTicks', 'limit', 'nearEnd.variants', 'later'])
  expect(withGainedParameters(schema, 'none')).toEqual({ parameters: 'none', gained: [] })
})

test('a run that was recorded before a parameter was there replays with its default', async () => {
  const whole = await played(header => header)
  expect(whole.gained).toEqual([])
  const before = await played(header => ({
    ...header,
    assignments: header.assignments.map(each => ({ ...each, parameters: without(each.parameters, 'leanTicks') })),
  }))
  expect(before.gained).toEqual(['two-sided has gained since: leanTicks; the default holds'])
  expect(before.replayed.stateHash).toBe(whole.replayed.stateHash)
  expect(before.replayed.commands).toBeGreaterThan(200)
})

/** Replays the run of the fixture with another header. */
async function played(change: (header: LogHeader) => LogHeader) {
  const log = await openInputLog(RUN)
  const header = change(log.header)
  const { assignments, gained } = await strategiesOf(header)
  const decoder = (await runDecoders(header))(header.markets)
  return { gained, replayed: await replay({ log: { ...log, header, records: () => log.records() }, decoder, assignments }) }
}

const without = (parameters: unknown, name: string): unknown =>
  Object.fromEntries(Object.entries(z.record(z.string(), z.unknown()).parse(parameters)).filter(([key]) => key !== name))
