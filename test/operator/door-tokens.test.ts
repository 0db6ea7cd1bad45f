import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CODE_LIFE_MS, createDoorTokens } from '../../src/operator/door-tokens.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('names the client of each token, and none for any other text', () => {
  const tokens = createDoorTokens(['grafana'])
  expect(Object.keys(tokens.all)).toEqual(['cli', 'page', 'fleet', 'grafana'])
  for (const [name, token] of Object.entries(tokens.all)) expect(tokens.nameOf(token)).toBe(name)
  expect([tokens.nameOf(''), tokens.nameOf('grafana'), createDoorTokens([]).nameOf(tokens.all['cli'] ?? '')]).toEqual([
    null,
    null,
    null,
  ])
})

it('gives the token of the page for a code once', () => {
  const tokens = createDoorTokens([])
  const code = tokens.code()
  expect(tokens.redeem(`${code}x`)).toBeNull()
  expect(tokens.redeem(code)).toBe(tokens.all['page'])
  expect(tokens.redeem(code)).toBeNull()
})

it('gives nothing for a code that is a minute old', () => {
  const tokens = createDoorTokens([])
  const [young, old] = [tokens.code(), tokens.code()]
  vi.advanceTimersByTime(CODE_LIFE_MS - 1)
  expect(tokens.redeem(young)).toBe(tokens.all['page'])
  vi.advanceTimersByTime(1)
  expect(tokens.redeem(old)).toBeNull()
})

it('keeps the last twenty codes', () => {
  const tokens = createDoorTokens([])
  const codes = Array.from({ length: 21 }, () => tokens.code())
  expect(codes.map(code => tokens.redeem(code) !== null)).toEqual([false, ...Array.from({ length: 20 }, () => true)])
})
