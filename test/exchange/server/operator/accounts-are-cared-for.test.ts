import { describe, expect, it } from 'vitest'
import { operatedExchange } from './operated-exchange.js'

const ONE = 10n ** 18n
const ADDRESS = `0x${'Ab'.repeat(20)}`

/** An exchange with one market and an account that is known by its address alone. */
const withAccount = async () => {
  const { exchange, operator } = await operatedExchange()
  const [market = 0] = await operator.makes({}, [{}])
  return {
    exchange,
    operator,
    market,
    gets: (what: string, body: object) => operator.does(`/accounts/${ADDRESS}/${what}`, body),
    refuses: async (what: string, body: object) => (await operator.tries(`/accounts/${ADDRESS}/${what}`, body)).status,
  }
}

describe('an account that the operator cares for', () => {
  it('gets and gives dollars, and makes pairs of them and dollars of pairs', async () => {
    const { market, gets } = await withAccount()
    const address = ADDRESS.toLowerCase()
    expect(await gets('fund', { usdt: '100.5' })).toMatchObject({ address, cash: String((201n * ONE) / 2n) })
    expect((await gets('fund', { usdt: '-0.5' })).cash).toBe(String(100n * ONE))
    expect((await gets('pairs', { marketId: market, shares: '40' })).holdings).toMatchObject([
      { marketId: market, yes: String(40n * ONE), no: String(40n * ONE) },
    ])
    expect(await gets('pairs', { marketId: market, shares: '-15' })).toMatchObject({
      cash: String(75n * ONE),
      holdings: [{ yes: String(25n * ONE) }],
    })
  })

  it('gets approvals, a discount, a name, its yield and its rebate', async () => {
    const { gets } = await withAccount()
    const cash = String(75n * ONE)
    await gets('fund', { usdt: '75' })
    expect(await gets('approve', { cash: true, shares: false })).toMatchObject({
      isCashApproved: true,
      isSharesApproved: false,
    })
    expect((await gets('discount', { bps: 1_000 })).feeDiscountBps).toBe(1_000)
    expect((await gets('yield', {})).cash).toBe(cash)
    expect(await gets('profile', { name: ' Ann ' })).toMatchObject({ name: 'Ann', imageUrl: null })
    expect(await gets('rebate', {})).toMatchObject({ cash, pendingRebate: '0' })
  })

  it('keeps what it has where the operator mistypes', async () => {
    const { operator, market, gets, refuses } = await withAccount()
    await gets('fund', { usdt: '100' })
    await gets('pairs', { marketId: market, shares: '25' })
    const wrong: readonly [what: string, body: object][] = [
      ['fund', { usdt: '-1000' }],
      ['fund', { usdt: '1e3' }],
      ['fund', { usdt: 5 }],
      ['pairs', { marketId: market, shares: '76' }],
      ['pairs', { marketId: market, shares: '-26' }],
      ['discount', { bps: 10_001 }],
      ['profile', { name: ' ' }],
      ['profile', { nickname: 'Ann' }],
      ['approve', { cash: 'yes', shares: true }],
    ]
    for (const [what, body] of wrong) expect(await refuses(what, body), `${what} ${JSON.stringify(body)}`).toBe(400)
    expect(await refuses('pairs', { marketId: 9, shares: '1' })).toBe(404)
    expect((await operator.tries('/accounts/unknown/fund', { usdt: '1' })).status).toBe(400)
    expect((await operator.reads('/accounts?first=1')).body.data).toMatchObject([
      { cash: String(75n * ONE), holdings: [{ yes: String(25n * ONE), no: String(25n * ONE) }] },
    ])
  })

  it('is the newest in the list of accounts, which is read page by page', async () => {
    const { exchange, operator, gets } = await withAccount()
    await gets('fund', { usdt: '1' })
    const { data, cursor } = (await operator.reads('/accounts?first=2')).body
    expect([data.length, data[0].address]).toEqual([2, ADDRESS.toLowerCase()])
    const rest = (await operator.reads(`/accounts?first=2&after=${cursor}`)).body
    expect([rest.data.length, rest.cursor, exchange.accounts.length]).toEqual([1, null, 2])
  })
})
