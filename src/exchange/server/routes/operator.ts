import type { Hono } from 'hono'
import { Price } from '../../../model/money.js'
import { OPERATOR_OPERATIONS as OPERATOR } from '../../../protocol/api/operations-operator.js'
import type { CoreCommand } from '../../core/command.js'
import { admitOperators } from '../auth/admit-operators.js'
import type { House } from '../house.js'
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
import { type MarketRow, marketRow } from '../rows/market-row.js'
import { carryOut, command } from '../writes/carry-out.js'
import { faultRoutes } from './operator-faults.js'
import { serve } from './serve.js'

/** What the operator of the exchange may do, from its own machine. */
export const operatorRoutes = (app: Hono, house: House): void => {
  admitOperators(app, house)
  categories(app, house)
  markets(app, house)
  states(app, house)
  accounts(app, house)
  faultRoutes(app, house)
}

const categories = (app: Hono, house: House): void => {
  serve(app, house, OPERATOR.createCategory, ({ body }) => createCategory(house, body))
  serve(app, house, OPERATOR.changeCategory, ({ params, body }) => changeCategory(house, params.slug, body))
  serve(app, house, OPERATOR.resolveCategory, ({ params, body }) => resolveCategory(house, params.slug, body))
  serve(app, house, OPERATOR.removeCategory, ({ params }) => removeCategory(house, params.slug))
}

const markets = (app: Hono, house: House): void => {
  serve(app, house, OPERATOR.createMarket, ({ body }) => createMarket(house, body))
  serve(app, house, OPERATOR.changeMarket, ({ params, body }) => changeMarket(house, params.id, body))
  serve(app, house, OPERATOR.setEnd, ({ params, body }) => setEnd(house, params.id, body))
  serve(app, house, OPERATOR.setRewards, ({ params, body }) => setRewards(house, params.id, body))
  serve(app, house, OPERATOR.postBulletin, async ({ params, body }) => {
    knownWords(house, params.id)
    await carryOut(house, { notes: [{ kind: 'bulletin', at: house.floor.now(), market: params.id, ...body }] })
    return marketRow(house, params.id)
  })
}

type MarketCommand = Extract<CoreCommand, { readonly market: number }>

/** What the core alone has to know. */
const states = (app: Hono, house: House): void => {
  const say = async (said: MarketCommand): Promise<MarketRow> => {
    await command(house, said)
    return marketRow(house, said.market)
  }
  const at = house.floor.now.bind(house.floor)
  serve(app, house, OPERATOR.setTradingStatus, ({ params, body }) =>
    say({ kind: 'trading', at: at(), market: params.id, status: body.tradingStatus }),
  )
  serve(app, house, OPERATOR.setMarketStatus, ({ params, body }) =>
    say({ kind: 'status', at: at(), market: params.id, status: body.status }),
  )
  serve(app, house, OPERATOR.setDecimals, ({ params, body }) =>
    say({ kind: 'tick', at: at(), market: params.id, tick: Price.of(10 ** (4 - body.decimalPrecision)) }),
  )
  serve(app, house, OPERATOR.proposeResult, ({ params, body }) =>
    say({ kind: 'propose', at: at(), market: params.id, yes: body.yes }),
  )
  serve(app, house, OPERATOR.disputeResult, ({ params }) => say({ kind: 'dispute', at: at(), market: params.id }))
  serve(app, house, OPERATOR.resolveMarket, ({ params, body }) =>
    say({ kind: 'resolve', at: at(), market: params.id, yes: body.yes }),
  )
}

const accounts = (app: Hono, house: House): void => {
  serve(app, house, OPERATOR.getAccounts, ({ query }) => listAccounts(house, query))
  serve(app, house, OPERATOR.fundAccount, ({ params, body }) => fundAccount(house, params.address, body))
  serve(app, house, OPERATOR.givePairs, ({ params, body }) => givePairs(house, params.address, body))
  serve(app, house, OPERATOR.approveAccount, ({ params, body }) => approveAccount(house, params.address, body))
  serve(app, house, OPERATOR.discountAccount, ({ params, body }) => discountAccount(house, params.address, body))
  serve(app, house, OPERATOR.showAccount, ({ params, body }) => showAccount(house, params.address, body))
  serve(app, house, OPERATOR.payYield, ({ params }) => payAccount(house, params.address))
  serve(app, house, OPERATOR.payRebate, ({ params }) => rebateAccount(house, params.address))
}
