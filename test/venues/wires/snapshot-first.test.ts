import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { snapshotFirst } from '../../../src/venues/wires/snapshot-first.js'

const start = (heldMax?: number) => {
  const source = new Subject<string>()
  const seen: string[] = []
  const errors: unknown[] = []
  let answer: (texts: readonly string[]) => void = () => {}
  let fail: (error: unknown) => void = () => {}
  let asked = 0
  const stream = source.pipe(
    snapshotFirst({
      venue: 'test',
      isReady: text => text === 'ready',
      snapshot: () => {
        asked++
        return new Promise<readonly string[]>((resolve, reject) => {
          answer = resolve
          fail = reject
        })
      },
      live: text => (text === 'ready' ? [] : [text]),
      ...(heldMax !== undefined && { heldMax }),
    }),
  )
  stream.subscribe({ next: text => seen.push(text), error: error => errors.push(error) })
  return {
    source,
    seen,
    errors,
    asked: () => asked,
    answer: (texts: readonly string[]) => answer(texts),
    fail: (error: unknown) => fail(error),
  }
}
const settle = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

test('what comes before the snapshot is held and follows it', async () => {
  const link = start()
  for (const text of ['a', 'ready', 'b']) link.source.next(text)
  expect(link.seen).toEqual([])
  link.answer(['snapshot'])
  await settle()
  link.source.next('c')
  expect(link.seen).toEqual(['snapshot', 'a', 'b', 'c'])
  expect(link.asked()).toBe(1)
})

test('the snapshot is not asked for before the link is ready', () => {
  const link = start()
  link.source.next('a')
  expect(link.asked()).toBe(0)
})

test('a snapshot that fails ends the link', async () => {
  const link = start()
  link.source.next('ready')
  link.fail(new Error('no page two'))
  await settle()
  expect(link.errors).toMatchObject([{ message: 'no page two' }])
})

test('holding more than its limit ends the link, because nothing may be lost', () => {
  const link = start(2)
  for (const text of ['ready', 'a', 'b']) link.source.next(text)
  expect(link.errors).toMatchObject([{ message: 'too much arrived before the snapshot' }])
})
