import { afterAll, expect, test } from 'vitest'
import { createSigner } from '../../../src/protocol/sign.js'
import { createManualClock } from '../../../src/testing/manual-clock.js'
import { createWalletLogin } from '../../../src/venues/predict/wallet-login.js'
import { createWatcherLogin } from '../../../src/venues/predict/watcher-login.js'
import { createRest } from '../../../src/venues/wires/rest.js'
import { createOperator } from '../../exchange/server/operator-client.js'
import { openExchange } from './seat.js'

// Of the exchange, too: tokens that are issued within one second are equal.
const clock = createManualClock()
const exchange = await openExchange({ clock })
const rest = createRest({ baseUrl: exchange.baseUrl, venue: 'predict', headers: { 'x-api-key': exchange.apiKey } })

afterAll(async () => {
  await rest.close()
  await exchange.close()
})

const expireAll = (): Promise<unknown> => createOperator(exchange).done('/faults', { kind: 'token-expiry' })
const list = { method: 'GET', path: '/v1/orders' } as const
const statusWith = async (token: string): Promise<number | null> => {
  const answer = await rest.request({ ...list, headers: { authorization: `Bearer ${token}` } })
  return answer.kind === 'failed' ? null : answer.status
}

test('a watcher gets a new login once the session found that the venue had ended its own, at most every ten seconds', async () => {
  const login = {
    rest,
    signer: createSigner({ privateKey: exchange.accounts[0]?.privateKey ?? '', chainId: exchange.chainId }),
    clock,
  }
  const session = createWalletLogin(login)
  const watcher = createWatcherLogin({ session, watcher: createWalletLogin(login), clock })
  const first = await watcher()
  expect([await statusWith(first), await watcher()]).toEqual([200, first])

  await expireAll()
  clock.advance(2_000)
  await session.read(list)
  expect(await watcher()).toBe(first)
  clock.advance(8_000)
  const second = await watcher()
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  expect(await watcher()).toBe(second)
})
