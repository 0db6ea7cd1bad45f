import { afterAll, expect, test } from 'vitest'
import { createSigner } from '../../../src/protocol/sign.js'
import { createManualClock } from '../../../src/testing/manual-clock.js'
import { createWalletLogin } from '../../../src/venues/predict/wallet-login.js'
import { createRest } from '../../../src/venues/wires/rest.js'
import { openExchange } from './seat.js'

const exchange = await openExchange()
const rest = createRest({ baseUrl: exchange.baseUrl, venue: 'predict', headers: { 'x-api-key': exchange.apiKey } })
const privateKey = exchange.accounts[0]?.privateKey ?? ''

afterAll(async () => {
  await rest.close()
  await exchange.close()
})

const DAY_MS = 86_400_000

test('a token grows old by the wall clock, which goes on while a machine sleeps', async () => {
  const clock = createManualClock()
  const session = createWalletLogin({ rest, signer: createSigner({ privateKey, chainId: exchange.chainId }), clock })
  await session.token()
  const fresh = session.renewInMs() ?? 0
  expect(fresh).toBeGreaterThan(DAY_MS / 2)
  clock.setWall(DAY_MS / 2)
  expect(session.renewInMs()).toBe(fresh - DAY_MS / 2)
  // After a day of sleep it has ended, and the next caller logs in.
  clock.setWall(2 * DAY_MS)
  expect(session.renewInMs()).toBe(0)
  await session.token()
  expect(session.renewInMs()).toBe(fresh)
})
