import { describe, expect, test } from 'vitest'
import { createVigil } from '../../src/keeper/vigil.js'

const pass = (vigil: ReturnType<typeof createVigil>, ms: number) => {
  let standing = vigil.tick(0)
  for (let left = ms; left > 0; left -= 100) standing = vigil.tick(100)
  return standing
}

describe('how a daemon stands', () => {
  test('is well while it says so, and dumb once nothing was heard for as long as it may be unattended', () => {
    const vigil = createVigil(5_000)
    expect(pass(vigil, 4_900)).toBe('well')
    vigil.hear({ kind: 'well' })
    expect(pass(vigil, 4_900)).toBe('well')
    expect(pass(vigil, 100)).toBe('dumb')
  })

  test('is blind where it only says that it cannot trade, and well again at its word', () => {
    const vigil = createVigil(5_000)
    for (let second = 0; second < 5; second++) {
      vigil.hear({ kind: 'blind', why: 'the wallet link is down' })
      pass(vigil, 1_000)
    }
    expect([vigil.tick(0), vigil.why]).toEqual(['blind', 'the wallet link is down'])
    vigil.hear({ kind: 'well' })
    expect(vigil.tick(100)).toBe('well')
  })

  test('is not well by the word of its watchdog, which names the market', () => {
    const vigil = createVigil(2_000)
    pass(vigil, 1_500)
    vigil.hear({ kind: 'hung', market: 4, what: 'decide', calls: 1 })
    expect([pass(vigil, 500), vigil.hung?.market]).toEqual(['dumb', 4])
    vigil.hear({ kind: 'well' })
    expect([vigil.tick(100), vigil.hung]).toEqual(['well', null])
  })

  test('is not judged by time in which the keeper itself stood still', () => {
    const vigil = createVigil(5_000)
    expect(vigil.tick(60_000)).toBe('well')
  })

  test('may be blind while it stops, but not dumb', () => {
    const vigil = createVigil(1_000)
    vigil.hear({ kind: 'stopping', why: 'SIGTERM' })
    for (let count = 0; count < 4; count++) {
      pass(vigil, 500)
      vigil.hear({ kind: 'blind', why: '' })
    }
    expect(vigil.tick(0)).toBe('well')
    expect(pass(vigil, 1_000)).toBe('dumb')
  })
})
