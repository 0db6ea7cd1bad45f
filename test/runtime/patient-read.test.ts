import { VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { patientRead } from '../../src/runtime/patient-read.js'
import { RefusedError, VenueError } from '../../src/venues/venue-error.js'

const refusal = (status: number): RefusedError =>
  new RefusedError('refused', { venue: 'test', retryable: true, status, slug: 'rate_limited' })

/** Reads from these answers in turn, and then from the last one, in virtual time. */
async function readFrom(...answers: readonly (Error | string)[]) {
  const scheduler = new VirtualTimeScheduler()
  const said: string[] = []
  let reads = 0
  const read = async (): Promise<string> => {
    const answer = answers[Math.min(reads++, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return answer
  }
  const state = { isOver: false }
  const reading = async (): Promise<unknown> => {
    try {
      return await patientRead(read, { notice: (_, text) => said.push(text), scheduler })
    } catch (error) {
      return error
    } finally {
      state.isOver = true
    }
  }
  const result = reading()
  while (!state.isOver) {
    await new Promise(setImmediate)
    scheduler.flush()
  }
  return { result: await result, reads, said, seconds: scheduler.now() / 1_000 }
}

test('a start waits while the venue has had too many calls, and says so once', async () => {
  const full = refusal(429)
  const { result, reads, said, seconds } = await readFrom(full, full, full, 'a list')
  expect({ result, reads, seconds }).toEqual({ result: 'a list', reads: 4, seconds: 15 })
  expect(said).toEqual(['the venue takes no more calls for now, so the start waits: refused'])
})

test('it gives up after two minutes, with the refusal', async () => {
  const full = refusal(429)
  const { result, reads, seconds } = await readFrom(full)
  expect({ result, reads, seconds }).toEqual({ result: full, reads: 25, seconds: 120 })
})

test('it gives up when the run is asked to stop, and does not wait for the next look', async () => {
  const full = refusal(429)
  const notice = (): void => undefined
  const read = (): Promise<never> => Promise.reject(full)
  await expect(patientRead(read, { notice, stopAsked: Promise.resolve('a signal') })).rejects.toBe(full)
})

test.each([refusal(403), new VenueError('no answer', { venue: 'test', retryable: true })])(
  'any other error ends the start at once: %s',
  async error => {
    expect(await readFrom(error)).toMatchObject({ result: error, reads: 1, said: [], seconds: 0 })
  },
)
