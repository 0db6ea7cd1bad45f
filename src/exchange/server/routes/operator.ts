import type { Hono } from 'hono'
import type { z } from 'zod'
import { Price } from '../../../model/money.js'
import { Timestamp } from '../../../model/time.js'
import { OPERATOR_OPERATIONS as OPERATOR } from '../../../protocol/api/operations-operator.js'
import type { setFault } from '../../../protocol/api/schemas-faults.js'
import type { CoreCommand } from '../../core/command.js'
import { admitOperators } from '../auth/admit-operators.js'
import type { FaultRule } from '../faults/fault-rules.js'
import { notFound } from '../http/refusal.js'
import {
  approveAccount,
  discountAccount,
  fundAccount,
  givePairs,
  listAccounts,
  payAccount,
  rebateAccount,
  showAccount,
} from '../operator/operator-accounts.js'
import { changeCategory, createCategory, removeCategory, resolveCategory } from '../operator/operator-categories.js'
import { changeMarket, createMarket, knownWords, setEnd, setRewards } from '../operator/operator-markets.js'
import { type MarketRow, marketRow } from '../rows/market.js'
import { carryOut, command } from '../writes/carry-out.js'
import { serve } from './serve.js'
import type { Services } from './services.js'

/** The operator's side, for calls from the exchange's own machine. */
export const operatorRoutes = (app: Hono, services: Services): void => {
  admitOperators(app, services.auth, services.writes.sequencer)
  categories(app, services)
  markets(app, services)
  states(app, services)
  accounts(app, services)
  faultRoutes(app, services)
}

const categories = (app: Hono, services: Services): void => {
  serve(app, services, OPERATOR.createCategory, ({ body }) => createCategory(services.writes, body))
  serve(app, services, OPERATOR.changeCategory, ({ params, body }) => changeCategory(services.writes, params.slug, body))
  serve(app, services, OPERATOR.resolveCategory, ({ params, body }) => resolveCategory(services.writes, params.slug, body))
  serve(app, services, OPERATOR.removeCategory, ({ params }) => removeCategory(services.writes, params.slug))
}

const markets = (app: Hono, services: Services): void => {
  serve(app, services, OPERATOR.createMarket, ({ body }) => createMarket(services.writes, body))
  serve(app, services, OPERATOR.changeMarket, ({ params, body }) => changeMarket(services.writes, params.id, body))
  serve(app, services, OPERATOR.setEnd, ({ params, body }) => setEnd(services.writes, params.id, body))
  serve(app, services, OPERATOR.setRewards, ({ params, body }) => setRewards(services.writes, params.id, body))
  serve(app, services, OPERATOR.postBulletin, async ({ params, body }) => {
    knownWords(services.writes, params.id)
    await carryOut(services.writes, { notes: [{ kind: 'bulletin', at: services.reads.now(), market: params.id, ...body }] })
    return marketRow(services.reads, params.id)
  })
}

type MarketCommand = Extract<CoreCommand, { readonly market: number }>

/** States that only the core has; the operator sets them. */
const states = (app: Hono, services: Services): void => {
  const say = async (said: MarketCommand): Promise<MarketRow> => {
    await command(services.writes, said)
    return marketRow(services.reads, said.market)
  }
  const at = services.reads.now.bind(services.writes.sequencer)
  serve(app, services, OPERATOR.setTradingStatus, ({ params, body }) =>
    say({ kind: 'trading', at: at(), market: params.id, status: body.tradingStatus }),
  )
  serve(app, services, OPERATOR.setMarketStatus, ({ params, body }) =>
    say({ kind: 'status', at: at(), market: params.id, status: body.status }),
  )
  serve(app, services, OPERATOR.setDecimals, ({ params, body }) =>
    say({ kind: 'tick', at: at(), market: params.id, tick: Price.of(10 ** (4 - body.decimalPrecision)) }),
  )
  serve(app, services, OPERATOR.proposeResult, ({ params, body }) =>
    say({ kind: 'propose', at: at(), market: params.id, yes: body.yes }),
  )
  serve(app, services, OPERATOR.disputeResult, ({ params }) => say({ kind: 'dispute', at: at(), market: params.id }))
  serve(app, services, OPERATOR.resolveMarket, ({ params, body }) =>
    say({ kind: 'resolve', at: at(), market: params.id, yes: body.yes }),
  )
}

const accounts = (app: Hono, services: Services): void => {
  serve(app, services, OPERATOR.getAccounts, ({ query }) => listAccounts(services.writes, query))
  serve(app, services, OPERATOR.fundAccount, ({ params, body }) => fundAccount(services.writes, params.address, body))
  serve(app, services, OPERATOR.givePairs, ({ params, body }) => givePairs(services.writes, params.address, body))
  serve(app, services, OPERATOR.approveAccount, ({ params, body }) => approveAccount(services.writes, params.address, body))
  serve(app, services, OPERATOR.discountAccount, ({ params, body }) => discountAccount(services.writes, params.address, body))
  serve(app, services, OPERATOR.showAccount, ({ params, body }) => showAccount(services.writes, params.address, body))
  serve(app, services, OPERATOR.payYield, ({ params }) => payAccount(services.writes, params.address))
  serve(app, services, OPERATOR.payRebate, ({ params }) => rebateAccount(services.writes, params.address))
}

/** Faults that the operator sets and clears. No fault touches these calls themselves. */
const faultRoutes = (app: Hono, services: Services): void => {
  const { faults } = services
  serve(app, services, OPERATOR.setFault, async ({ body }) => row(await faults.set(body)))
  serve(app, services, OPERATOR.getFaults, () => faults.list().map(row))
  // Registered before the route with a number, although that one would not match a word.
  serve(app, services, OPERATOR.clearFaults, async () => {
    const cleared: FaultRule[] = []
    for (const { id } of faults.list()) {
      const rule = await faults.clear(id)
      if (rule !== null) cleared.push(rule)
    }
    return cleared.map(row)
  })
  serve(app, services, OPERATOR.clearFault, async ({ params }) => {
    const rule = await faults.clear(params.id)
    if (rule === null) throw notFound('fault')
    return row(rule)
  })
}

const row = ({ id, setAt, strikes, fault }: FaultRule): z.input<typeof setFault> => ({
  id,
  setAt: Timestamp.iso(setAt),
  strikes,
  fault,
})
