import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ExitError } from '../../../src/cli/config/exit.js'
import { awaitVenue } from '../../../src/cli/trade/await-venue.js'
import { type RunningExchange, startExchange } from '../../../src/exchange.js'
import { createSystemClock } from '../../../src/runtime/system-clock.js'
import { NO_TIMINGS } from '../../../src/venues/feed-timings.js'
import { openPredict } from '../../../src/venues/predict/open-predict.js'
import type { VenueHost } from '../../../src/venues/venue-definition.js'
import { systemWires } from '../../../src/venues/wires/system-wires.js'

let exchange: RunningExchange | null = null
afterEach(async () => {
  await exchange?.close()
  exchange = null
})

const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const hostsAt = (port: number): readonly VenueHost[] => {
  const config = {
    baseUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    rpcUrl: `http://127.0.0.1:${port}/rpc/its-key`,
    privateKey: `0x${'1'.repeat(64)}`,
  }
  return openPredict(config, {
    wires: systemWires(createSystemClock()),
    timings: NO_TIMINGS,
    onNotice: () => undefined,
    secret: value => (typeof value === 'string' ? value : ''),
    complaint: (_, what) => new Error(what),
    keystore: () => '',
  }).hosts
}

const waiting = (withinSeconds: number, signal = new AbortController().signal) => {
  const told: string[] = []
  return { told, wait: { withinSeconds, onWait: (text: string) => told.push(text), signal } }
}

test('a venue that answers is not waited for, though it refuses to be asked without a key', async () => {
  const port = await freePort()
  exchange = await startExchange({ port, crowd: { kind: 'none' } })
  const { told, wait } = waiting(0)
  await awaitVenue(hostsAt(port), wait)
  expect(told).toEqual([])
})

test('a venue that comes up while it is waited for is found, and each address that was silent was named', async () => {
  const port = await freePort()
  const { told, wait } = waiting(30)
  let isSilent: () => void = () => undefined
  const silent = new Promise<void>(resolve => {
    isSilent = resolve
  })
  const onWait = (text: string): void => {
    wait.onWait(text)
    if (told.length === 2) isSilent()
  }
  const found = awaitVenue(hostsAt(port), { ...wait, onWait })
  await silent
  exchange = await startExchange({ port, crowd: { kind: 'none' } })
  await found
  expect(told.toSorted()).toEqual([
    `the venue’s host 127.0.0.1:${port} (venue.baseUrl) does not answer (GET /v1/markets: no answer (ECONNREFUSED)); it is asked again for 30 s (venue.startWithinSeconds)`,
    `the venue’s host 127.0.0.1:${port} (venue.rpcUrl) does not answer (POST: no answer (ECONNREFUSED)); it is asked again for 30 s (venue.startWithinSeconds)`,
  ])
})

test('a venue that stays silent ends the start with one sentence that names it, and never with its address’s path', async () => {
  const port = await freePort()
  const { wait } = waiting(1)
  const error: unknown = await awaitVenue(hostsAt(port), wait).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ExitError)
  expect(error).toMatchObject({ code: 1 })
  const message = (error as Error).message
  expect(message).toMatch(
    /^the venue’s host 127\.0\.0\.1:\d+ \(venue\.(baseUrl|rpcUrl)\) did not answer within 1 s \(venue\.startWithinSeconds\): .*ECONNREFUSED/,
  )
  expect(message).not.toContain('its-key')
})

test('with 0 seconds it is asked once, and nothing is said of waiting', async () => {
  const { told, wait } = waiting(0)
  await expect(awaitVenue(hostsAt(await freePort()), wait)).rejects.toThrow(/\(venue\.\w+\) did not answer: /)
  expect(told).toEqual([])
})

test('a run that is to end meanwhile is not held up', async () => {
  const ending = new AbortController()
  const { wait } = waiting(600, ending.signal)
  await awaitVenue(hostsAt(await freePort()), { ...wait, onWait: () => ending.abort() })
  expect(ending.signal.aborted).toBe(true)
})
