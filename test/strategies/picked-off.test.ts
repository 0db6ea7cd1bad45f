import { expect, test } from 'vitest'
import { strategy as avellanedaStoikov } from '../../strategies/avellaneda-stoikov.js'
import { strategy as glft } from '../../strategies/glft.js'
import { strategy as logit } from '../../strategies/logit.js'
import { answerTo, type Look } from './model-world.js'

/** Takers who are always right: the price follows each of them by two cents, and the next one takes it back. */
const LOOKS: readonly Look[] = Array.from({ length: 60 }, (_, i) => ({
  levels: i % 2 === 0 ? 'ask 0.54 0 / ask 0.56 50 / bid 0.54 50' : 'bid 0.54 0 / ask 0.54 50 / bid 0.52 50',
  trades: [i % 2 === 0 ? 'ask 0.54 5' : 'bid 0.54 5'],
  ...(i === 0 && { book: 'ask 0.54 50 / bid 0.52 50' }),
}))

const spread = (answer: ReturnType<typeof answerTo>): number => {
  const { bid, ask } = answer.quotes ?? {}
  if (bid == null || ask == null || !('price' in bid) || !('price' in ask)) throw new Error('two quotes were expected')
  return ask.price - bid.price
}

test.each([
  ['avellaneda-stoikov', (parameters: object) => answerTo(avellanedaStoikov, LOOKS, { parameters })],
  ['glft', (parameters: object) => answerTo(glft, LOOKS, { parameters })],
  ['logit', (parameters: object) => answerTo(logit, LOOKS, { parameters })],
])('%s quotes wider by what takers gain, as often as its factor says', (_, answer) => {
  const plain = { fitFills: false, markoutHorizonMs: 500 }
  const [never, once, twice] = [0, 1, 2].map(markoutFactor => answer({ ...plain, markoutFactor }))
  if (never === undefined || once === undefined || twice === undefined) throw new Error('three answers were expected')
  expect(never.terms['pickedOff']).toBe(0)
  expect(once.terms['pickedOff']).toBeGreaterThan(0)
  expect(twice.terms['pickedOff']).toBeCloseTo(2 * (once.terms['pickedOff'] ?? 0), 5)
  expect(spread(once)).toBeGreaterThan(spread(never))
  expect(spread(twice)).toBeGreaterThan(spread(once))
})
