import { VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { Timestamp } from '../../src/model/time.js'
import { type Patience, patientRead, StoppedWaitError } from '../../src/runtime/patient-read.js'
import { RefusedError, VenueError } from '../../src/venues/venue-error.js'

const refusal = (status: number): RefusedError =>
  new RefusedError('refused', { venue: 'test', retryable: true, status, slug: 'rate_limited' })
const failure = new VenueError('HTTP 503', { venue: 'test', retryable: true })

/** Reads from these answers in turn, and then from the last one, in virtual time. */
async function readFrom(patience: Partial<Patience>, ...answers: readonly (Error | string)[]) {
  const scheduler = new VirtualTimeScheduler()
  const clock = { now: () => Timestamp.ofMs(scheduler.now()) }
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
      return await patientRead(read, { notice: (_, text) => said.push(text), clock, scheduler, ...patience })
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
  const { result, reads, said, seconds } = await readFrom({}, full, full, full, 'a list')
  expect({ result, reads, seconds }).toEqual({ result: 'a list', reads: 4, seconds: 15 })
  expect(said).toEqual(['the venue takes no more calls for now, so the start waits: refused'])
})

test('it gives up after two minutes, with the refusal', async () => {
  const full = refusal(429)
  const { result, reads, seconds } = await readFrom({}, full)
  expect({ result, reads, seconds }).toEqual({ result: full, reads: 25, seconds: 120 })
})

test.each([failure, refusal(425)])('a venue that restarts is asked twice a second, and named once: %s', async error => {
  const { result, reads, said, seconds } = await readFrom({ startWithinSeconds: 30 }, error, error, error, 'a list')
  expect({ result, reads, seconds }).toEqual({ result: 'a list', reads: 4, seconds: 1.5 })
  expect(said).toEqual([
    expect.stringContaining('the venue does not answer or fails, so it is asked again for 30 s (startWithinSeconds): '),
  ])
})

test('it gives up when that time is over, and says how long it asked', async () => {
  const { result, seconds } = await readFrom({ startWithinSeconds: 2, venueName: 'the other venue' }, failure)
  expect(result).toBeInstanceOf(VenueError)
  expect(String(result)).toContain('the other venue did not answer within 2 s (startWithinSeconds): HTTP 503')
  expect(seconds).toBe(2)
})

test('without that time it asks once', async () => {
  const { result, reads, said } = await readFrom({}, failure)
  expect([String(result), reads, said]).toEqual(['VenueError: the venue did not answer: HTTP 503', 1, []])
})

test('it gives up when the run is asked to stop, and does not wait for the next look', async () => {
  const { result, reads, seconds } = await readFrom({ stopAsked: Promise.resolve('a signal') }, refusal(429))
  expect(result).toBeInstanceOf(StoppedWaitError)
  expect([reads, seconds]).toEqual([1, 0])
})

test.each([refusal(403), new VenueError('too many pages', { venue: 'test', retryable: false }), new Error('a bug')])(
  'any other error ends the start at once: %s',
  async error => {
    expect(await readFrom({ startWithinSeconds: 30 }, error)).toMatchObject({ result: error, reads: 1, said: [], seconds: 0 })
  },
)
