/** The stable `error` words of refusals. Clients switch on them, so a published word must never change. */
export const SLUGS = {
  unauthorized: 'unauthorized',
  badRequest: 'bad_request',
  notFound: 'not_found',
  rateLimited: 'rate_limited',
  payloadTooLarge: 'payload_too_large',
  unavailable: 'unavailable',
  internal: 'internal_error',
  hashMismatch: 'create_order_hash_mismatch',
  invalidSignature: 'create_order_invalid_signature',
  invalidNonce: 'create_order_invalid_nonce',
  invalidExpiration: 'create_order_invalid_expiration',
  duplicate: 'create_order_duplicate_order',
  notTrading: 'create_order_market_not_trading',
  priceOutOfRange: 'create_order_price_out_of_range',
  fieldZero: 'create_order_price_field_zero',
  invalidDecimal: 'create_order_invalid_decimal_value',
  minValue: 'create_order_min_order_value_not_met',
  feeRateTooLow: 'create_order_fee_rate_too_low',
  fillOrKillOnLimit: 'create_order_fill_or_kill_not_supported',
  postOnlyOnMarket: 'create_order_post_only_not_supported',
  cashBalance: 'create_order_insufficient_collateral_balance',
  cashAllowance: 'create_order_insufficient_collateral_allowance',
  sharesBalance: 'create_order_insufficient_shares_balance',
  sharesAllowance: 'create_order_insufficient_shares_allowance',
} as const

/** One of the published words. */
export type Slug = (typeof SLUGS)[keyof typeof SLUGS]
