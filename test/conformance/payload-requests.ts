const WALLET = '0x1010101010101010101010101010101010101010'
const HASH = `0x${'ab'.repeat(32)}`

const order = {
  hash: HASH,
  salt: '2040608',
  maker: WALLET,
  signer: WALLET,
  taker: '0x0000000000000000000000000000000000000000',
  tokenId: '1234567890',
  makerAmount: '30000000000000000000',
  takerAmount: '50000000000000000000',
  expiration: 4_102_444_800,
  nonce: '0',
  feeRateBps: '200',
  side: 0,
  signatureType: 0,
  signature: '0x',
}

/** Bodies as clients write them; keys, hashes, tokens and signatures in them belong to other wallets. */
export const REQUESTS = {
  rest_auth_request: { signer: WALLET, message: 'a text', signature: '0x' },
  rest_create_order_request_limit_post_only: {
    data: {
      pricePerShare: '600000000000000000',
      strategy: 'LIMIT',
      isPostOnly: true,
      selfTradePrevention: 'CANCEL_TAKER',
      order,
    },
  },
  rest_create_order_request_market_fok: {
    data: {
      pricePerShare: '625000000000000000',
      strategy: 'MARKET',
      slippageBps: '50',
      isFillOrKill: true,
      isMinAmountOut: true,
      reservedBalancePolicy: 'REJECT_MARKET_ORDER',
      selfTradePrevention: 'CANCEL_BOTH',
      order: {
        ...order,
        salt: '2040609',
        makerAmount: '125000000000000000000',
        takerAmount: '197420634920634920634',
        expiration: 1_794_000_300,
      },
    },
  },
  rest_remove_by_id_request: { data: { ids: ['2100000001', '2100000002'] } },
  rest_remove_by_hash_request: { data: { hashes: [HASH] } },
  rest_reserved_balances_request: { assets: [{ type: 'USDT' }] },
} as const

/** The name of a documented request. */
export type RequestName = keyof typeof REQUESTS
