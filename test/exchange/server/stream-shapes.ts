import { nullable, OneOf, type Shape } from './same-shape.js'

const levels: Shape = [['number']]

const details = {
  marketId: 'number',
  outcomeIndex: 'number',
  marketQuestion: 'string',
  outcome: 'string',
  quoteType: 'string',
  quantity: 'string',
  quantityFilled: 'string',
  price: 'string',
  value: 'string',
  valueFilled: 'string',
  strategyType: 'string',
  categorySlug: 'string',
  outcomeName: 'string',
}

const message = (data: Shape): Shape => ({ type: 'string', topic: 'string', data })

const walletEvent = (more: Readonly<Record<string, Shape>>): Shape =>
  message({
    type: 'string',
    orderId: 'string',
    orderHash: 'string',
    walletAddress: 'string',
    timestamp: 'number',
    ...more,
    details,
  })

const transaction = {
  settlementId: 'string',
  kind: 'string',
  isMaker: 'boolean',
  fill: { executedPriceWei: 'string', executedSizeWei: 'string', executedValueWei: 'string' },
}

/** What every kind of message of the stream looks like. */
export const STREAM_SHAPES = {
  acknowledgement: { type: 'string', requestId: 'number|string|null', success: 'boolean' },
  refusal: {
    type: 'string',
    requestId: 'number|string|null',
    success: 'boolean',
    error: { code: 'string', message: 'string' },
  },
  heartbeat: message('number'),
  reconnect: message({ graceMs: 'number' }),
  book: message({
    version: 'number',
    marketId: 'number',
    updateTimestampMs: 'number',
    orderCount: 'number',
    asks: levels,
    bids: levels,
    settlementsPending: { asks: levels, bids: levels },
    lastOrderSettled: nullable({
      id: 'string',
      price: 'string',
      kind: 'string',
      marketId: 'number',
      side: 'string',
      outcome: 'string',
    }),
  }),
  tradingStatus: message({ kind: 'string', tsMs: 'number', marketId: 'number', tradingStatus: 'string' }),
  marketStatus: message({
    kind: 'string',
    tsMs: 'number',
    marketId: 'number',
    status: 'string',
    'marketOutcomes?': [{ label: 'string', price: 'number', indexSet: 'number', onChainId: 'string' }],
  }),
  marketChanged: message({ kind: 'string', patchKind: 'string', tsMs: 'number', marketId: 'number' }),
  categoryChanged: message({ kind: 'string', patchKind: 'string', tsMs: 'number', categoryId: 'number', slug: 'string' }),
  assetPrice: message({ price: 'number', publishTime: 'number', timestamp: 'number' }),
  chance: message({ marketId: 'number', chance: 'number', timestamp: 'number' }),
  trade: message({ marketId: 'number', price: 'number', size: 'number', side: 'string', tsMs: 'number' }),
  orderAccepted: walletEvent({}),
  orderMarketMatchPlan: walletEvent({}),
  orderNotAccepted: walletEvent({ reason: 'string' }),
  orderCancelled: new OneOf([walletEvent({}), walletEvent({ reason: 'string' })]),
  orderExpired: walletEvent({}),
  orderTransactionSubmitted: walletEvent(transaction),
  orderTransactionSuccess: walletEvent({ ...transaction, fee: { amountWei: 'string', type: 'string' } }),
  orderTransactionFailed: walletEvent({ ...transaction, reason: 'string' }),
} as const satisfies Readonly<Record<string, Shape>>
