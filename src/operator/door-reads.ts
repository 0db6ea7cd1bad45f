import type { Fields } from './asked-operation.js'
import { DoorError } from './door-error.js'
import { doorOpenApi } from './door-openapi.js'
import type { DoorParts } from './door-parts.js'
import { readLogEnd } from './read-log-end.js'
import type { MarketCopy } from './schemas-market.js'
import type { RunCopy, StatusCopy } from './schemas-run.js'
import type { FreshCopy } from './watched-copies.js'

interface Asked {
  readonly params: Fields
  readonly query: Fields
}

type Read = (parts: DoorParts, asked: Asked) => unknown

const fresh = async ({ copies }: DoorParts, market: string | null = null): Promise<FreshCopy> => {
  const found = await copies.fresh(market)
  if (found !== null) return found
  throw new DoorError(
    503,
    'no_answer',
    'the trading thread did not answer within two seconds; "oddsmith cancel-all" reaches the keeper, which removes every order',
  )
}

const part =
  (of: (copy: RunCopy) => unknown): Read =>
  async parts =>
    of((await fresh(parts)).copy)

/** The answer of each reading operation. */
export const READS = {
  status: part(statusOf),
  run: part(copy => copy),
  markets: part(({ markets }) => markets),
  market: async (parts, { params }) => {
    const id = String(params['id'])
    const { copy, detail } = await fresh(parts, id)
    const market = copy.markets.find(each => each.id === id)
    if (market === undefined)
      throw new DoorError(404, 'not_found', `this run has no market ${id}; /api/markets lists those it has`)
    return { market, detail }
  },
  orders: part(({ open }) => open),
  positions: part(({ markets, groups }) => ({ markets: markets.filter(isHeld).map(positionOf), groups })),
  profit: async (parts, { query }) => ({
    money: (await fresh(parts)).copy.money,
    points: parts.profit.since(Number(query['since'])),
  }),
  fills: ({ history }, { query }) =>
    history.fills(query['before'] === undefined ? null : Number(query['before']), Number(query['count'])),
  refusals: async (parts, { query }) => ({
    counts: (await fresh(parts)).copy.refusals,
    last: parts.history.refusals(Number(query['count'])),
  }),
  limits: part(({ limits }) => limits),
  calls: part(({ calls }) => calls),
  feeds: part(({ feeds }) => feeds),
  differences: part(({ differences }) => differences),
  events: ({ history }, { query }) =>
    history.events(query['after'] === undefined ? null : Number(query['after']), Number(query['count'])),
  alerts: ({ alerts }) => alerts.copy,
  log: ({ task }, { query }) => readLogEnd(task.log, Number(query['lines'])),
  openapi: ({ port, task }) => doorOpenApi(`http://127.0.0.1:${port()}`, task.version),
} as const satisfies Readonly<Record<string, Read>>

function statusOf({ markets: _markets, open: _open, strategies: _strategies, ...status }: RunCopy): StatusCopy {
  return status
}

const isHeld = ({ yes, no, worstCase }: MarketCopy): boolean => yes !== 0 || no !== 0 || Number(worstCase) > 0

const positionOf = ({ id, question, group, yes, no, net, profit, worstCase }: MarketCopy) => ({
  ...{ market: id, question, group, yes, no, net, profit, worstCase },
})
