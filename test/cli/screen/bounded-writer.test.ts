import { setImmediate as soon } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createBoundedWriter, type Sink } from '../../../src/cli/screen/bounded-writer.js'

/** A reader that takes what it is given only when it is told to. */
function slowReader(): Sink & { readonly taken: string[]; next(error?: Error): Promise<void>; end(): void } {
  const taken: string[] = []
  let answer: ((error?: Error) => void) | null = null
  let isOver = false
  return {
    taken,
    groupMax: 8,
    get isOver() {
      return isOver
    },
    write: bytes =>
      new Promise((resolve, reject) => {
        answer = error => {
          if (error !== undefined) return reject(error)
          taken.push(String(bytes))
          resolve()
        }
      }),
    writeNow: bytes => void taken.push(String(bytes)),
    next: async error => {
      const now = answer
      answer = null
      now?.(error)
      await soon()
    },
    end: () => {
      isOver = true
    },
  }
}

const lossLine = (count: number): string => `lost ${count}\n`

describe('a bounded writer', () => {
  test('hands over whole lines in their order, as many as go into one write', async () => {
    const sink = slowReader()
    const writer = createBoundedWriter({ sink, lossLine })
    for (const line of ['one\n', 'two\n', 'six\n', 'a long line\n']) writer.write(line)
    for (let count = 0; count < 4; count++) await sink.next()
    expect(sink.taken).toEqual(['one\n', 'two\nsix\n', 'a long line\n'])
    expect(writer.dropped).toBe(0)
  })

  test('drops and counts what does not fit, and says how much once the reader has caught up', async () => {
    const sink = slowReader()
    const writer = createBoundedWriter({ sink, lossLine, bytesMax: 8 })
    for (const line of ['one\n', 'two\n', 'six\n', 'ten\n', 'odd\n']) writer.write(line)
    expect(writer.dropped).toBe(2)
    for (let count = 0; count < 5; count++) await sink.next()
    expect(sink.taken.join('')).toBe('one\ntwo\nsix\nlost 2\n')
    writer.write('new\n')
    await sink.next()
    expect(sink.taken.at(-1)).toBe('new\n')
  })

  test('counts what a full disk refused, and goes on when there is room again', async () => {
    const sink = slowReader()
    const writer = createBoundedWriter({ sink, lossLine })
    writer.write('one\n')
    await sink.next(new Error('ENOSPC'))
    writer.write('two\n')
    expect(writer.dropped).toBe(1)
    await expect.poll(async () => (await sink.next(), sink.taken), { timeout: 5_000 }).toEqual(['two\n', 'lost 1\n'])
  })

  test('takes nothing any more once its reader has closed', async () => {
    const sink = slowReader()
    const writer = createBoundedWriter({ sink, lossLine })
    writer.write('one\n')
    writer.write('two\n')
    sink.end()
    await sink.next(new Error('EPIPE'))
    writer.write('six\n')
    expect(writer.dropped).toBe(3)
    expect(sink.taken).toEqual([])
  })
})
