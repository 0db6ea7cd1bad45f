import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isLoopback } from '../../../../src/exchange/server/auth/admit-operators.js'
import { OPERATOR_OPERATIONS } from '../../../../src/protocol/api/operations-operator.js'
import { folder, start } from '../exchanges.js'
import { createOperator } from '../operator-client.js'
import { operatedExchange } from './operated-exchange.js'

describe('a stranger at the operator’s door', () => {
  it('is let in by the token alone, whatever else it sends', async () => {
    const { exchange, operator } = await operatedExchange()
    expect(exchange.adminToken).toMatch(/^[0-9a-f]{64}$/)
    expect((await operator.reads('/accounts')).status).toBe(200)
    for (const token of ['', 'x', exchange.apiKey, exchange.adminToken.slice(1), `${exchange.adminToken}0`])
      for (const path of ['/accounts', '/none'])
        expect((await createOperator(exchange, token).get(path)).body).toMatchObject({ code: 401, error: 'unauthorized' })
    expect((await operator.reads('/none')).body).toMatchObject({ code: 404, error: 'not_found' })
  })

  it('finds no operation of the operator that is open without the token', async () => {
    const { exchange } = await operatedExchange()
    const paths = Object.values(OPERATOR_OPERATIONS).map(({ method, path }) => `${method} ${path}`)
    expect(new Set(paths).size).toBe(paths.length)
    for (const { method, path, proof } of Object.values(OPERATOR_OPERATIONS)) {
      expect(proof).toBe('operator')
      const filled = path
        .replace('{id}', '1')
        .replace('{slug}', 'x')
        .replace('{address}', `0x${'1'.repeat(40)}`)
      expect((await fetch(exchange.baseUrl + filled, { method })).status, path).toBe(401)
    }
  })

  it('is not let in from another machine, not even with the token', async () => {
    for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) expect(isLoopback(own)).toBe(true)
    for (const other of ['10.0.0.1', '::ffff:10.0.0.1', '192.168.127.1', '::2', 'unknown', '1127.0.0.1', '127.0.0.1.evil'])
      expect(isLoopback(other)).toBe(false)
    const outside = Object.values(networkInterfaces())
      .flat()
      .find(one => one !== undefined && !one.internal && one.family === 'IPv4')
    if (outside === undefined) return
    const exchange = await start({ host: '0.0.0.0' })
    const { port } = new URL(exchange.baseUrl)
    const headers = { 'x-admin-token': exchange.adminToken }
    const from = async (host: string) => (await fetch(`http://${host}:${port}/admin/accounts`, { headers })).status
    expect([await from(outside.address), await from('127.0.0.1')]).toEqual([401, 200])
  })
})

describe('an operator whose exchange starts again', () => {
  it('has the token that is kept with the data, unless another is chosen', async () => {
    const data = folder()
    const first = await start({ data })
    await first.close()
    const second = await start({ data })
    expect(second.adminToken).toBe(first.adminToken)
    await second.close()
    const third = await start({ data, adminToken: 'chosen' })
    expect((await createOperator(third, 'chosen').get('/accounts')).status).toBe(200)
    expect((await createOperator(third, first.adminToken).get('/accounts')).status).toBe(401)
  })
})
