import { expect, test } from 'vitest'
import { createHiddenValues } from '../../src/exchange/hidden-values.js'
import { openInside } from './server/inside.js'

test('walks of hidden values are dropped with the last market of their category that is decided, and are the same again', async () => {
  const category = { slug: 'ship', title: 'Ship', isNegRisk: true }
  const { inside } = await openInside({
    markets: [
      { question: 'Will it rain?', endsInMinutes: 60 },
      { question: 'Will it be a ferry?', category, endsInMinutes: 60, isNegRisk: true },
      { question: 'Will it be a trawler?', category, endsInMinutes: 60, isNegRisk: true },
    ],
  })
  const { catalog } = inside.reads.markets
  const { sequencer } = inside.writes
  const values = createHiddenValues(inside.reads, 5)
  const markets = catalog.markets().toReversed()
  const [rain, ferry] = markets
  const at = sequencer.now()
  const before = markets.map(words => values.of(words).at(at))
  expect(values.size).toBe(3)
  values.forget()
  expect(values.size).toBe(3)

  await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market: rain?.id ?? 0, yes: 1 } })
  values.forget()
  expect(values.size).toBe(2)

  await sequencer.apply({ command: { kind: 'resolve', at: sequencer.now(), market: ferry?.id ?? 0, yes: 1 } })
  values.forget()
  expect(values.size).toBe(0)
  expect(markets.map(words => values.of(words).at(at))).toEqual(before)
})
