import { asyncScheduler, Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OnLeaving, overlapping } from '../../../src/venues/wires/overlapping.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Links in hand: each opens when the stream wants it, and says what the test says. */
function opened() {
  const links: { says: Subject<string>; leaves: OnLeaving }[] = []
  const seen: string[] = []
  const renewals = new Subject<void>()
  const stream = overlapping<string>(
    leaves => {
      const says = new Subject<string>()
      links.push({ says, leaves })
      return says
    },
    {
      lost: () => ['lost'],
      renewals,
      nameOf: text => (text.startsWith('rest') ? null : text),
      wires: { scheduler: asyncScheduler, random: () => 1 },
    },
  )
  const subscription = stream.subscribe({ next: text => seen.push(text), error: () => seen.push('error') })
  const link = (index: number) => {
    const found = links[index]
    if (found === undefined) throw new RangeError(`expected link ${index}`)
    return found
  }
  return { links, link, seen, subscription, renewals }
}

const gone = new Error('closed with code 1001')

test('a successor is opened within the grace, and both are heard until the first one closes', () => {
  const { links, link, seen } = opened()
  link(0).says.next('a')
  link(0).leaves(400)
  link(0).leaves(400)
  expect(links).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(links).toHaveLength(2)
  link(1).says.next('b')
  link(0).says.next('c')
  link(0).says.error(gone)
  link(1).says.next('d')
  expect(seen).toEqual(['a', 'b', 'c', 'd'])
})

test('what both bring passes once, in either order; what has no name always passes', () => {
  const { link, seen } = opened()
  link(0).leaves(0)
  vi.advanceTimersByTime(0)
  link(0).says.next('x')
  link(0).says.next('x')
  link(1).says.next('rest')
  link(0).says.next('rest')
  link(1).says.next('x')
  link(1).says.next('y')
  link(0).says.next('y')
  link(0).says.error(gone)
  link(1).says.next('x')
  expect(seen).toEqual(['x', 'x', 'rest', 'rest', 'y'])
  vi.advanceTimersByTime(1_000)
  link(1).says.next('x')
  expect(seen.at(-1)).toBe('x')
})

test('a first link that closes before its successor is up is a loss, and the successor goes on', () => {
  const { link, seen } = opened()
  link(0).says.next('a')
  link(0).leaves(0)
  vi.advanceTimersByTime(0)
  link(0).says.error(gone)
  link(1).says.next('b')
  expect(seen).toEqual(['a', 'lost', 'b'])
})

test('a successor that fails is replaced while the first link lives, and the last failure ends the stream', () => {
  const { links, link, seen } = opened()
  link(0).says.next('a')
  link(0).leaves(0)
  vi.advanceTimersByTime(0)
  link(1).says.error(new Error('refused'))
  vi.advanceTimersByTime(250)
  expect(links).toHaveLength(3)
  link(0).says.next('b')
  link(2).says.error(new Error('refused'))
  link(0).says.error(gone)
  vi.advanceTimersByTime(5_000)
  expect(links).toHaveLength(3)
  expect(seen).toEqual(['a', 'b', 'error'])
})

test('a successor can be told to leave as well', () => {
  const { links, link, seen } = opened()
  link(0).says.next('a')
  link(0).leaves(0)
  vi.advanceTimersByTime(0)
  link(1).says.next('b')
  link(1).leaves(0)
  vi.advanceTimersByTime(0)
  link(0).says.error(gone)
  link(1).says.error(gone)
  link(2).says.next('c')
  expect(links).toHaveLength(3)
  expect(seen).toEqual(['a', 'b', 'lost', 'c'])
})

test('unsubscribing closes all of them', () => {
  const { links, link, subscription } = opened()
  link(0).leaves(0)
  vi.advanceTimersByTime(0)
  subscription.unsubscribe()
  expect(links.map(({ says }) => says.observed)).toEqual([false, false])
})

test('a link that is to be renewed goes once its successor has brought something, and nothing is lost', () => {
  const { links, link, seen, renewals } = opened()
  link(0).says.next('a')
  renewals.next()
  expect(links).toHaveLength(2)
  link(0).says.next('b')
  expect(link(0).says.observed).toBe(true)
  link(1).says.next('b')
  link(1).says.next('c')
  expect(link(0).says.observed).toBe(false)
  vi.advanceTimersByTime(2_000)
  link(1).says.next('b')
  expect(seen).toEqual(['a', 'b', 'c', 'b'])
})

test('a renewal that fails is tried again while the old link goes on', () => {
  const { links, link, seen, renewals } = opened()
  link(0).says.next('a')
  renewals.next()
  link(1).says.error(new Error('refused'))
  link(0).says.next('b')
  vi.advanceTimersByTime(250)
  expect(links).toHaveLength(3)
  link(2).says.next('c')
  expect(link(0).says.observed).toBe(false)
  link(2).says.error(gone)
  expect(seen).toEqual(['a', 'b', 'c', 'error'])
})
