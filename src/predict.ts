/**
 * The venue as a library: its REST and WebSocket client, order amounts, order hash and signatures. What of it is money speaks in whole
 * numbers: prices in 1/10,000, sizes in millionths of a share, everything accounted in wei.
 *
 * @module oddsmith/predict
 */
export type { LevelCause, MarketEvent, Stamp } from './model/event.js'
export type { Fill } from './model/fill.js'
export type { Decoder, Frame } from './model/frame.js'
export { MarketId, MarketIndex, OrderHash, OrderId } from './model/ids.js'
export type { Market } from './model/market.js'
export { Price, Size, Wei } from './model/money.js'
export type { Report, Snapshot } from './model/report.js'
export { type Clock, Timestamp } from './model/time.js'
export { limitAmounts, limitAmountsOfWei, type OrderAmounts } from './protocol/amounts.js'
export type { AnswerForm, AnswerOf, IdentityProof, Operation } from './protocol/api/operation.js'
export type { InputOf } from './protocol/api/request-of.js'
export type { TopicMessage, TopicName } from './protocol/api/schemas-stream.js'
export type { Slug } from './protocol/api/slugs.js'
export {
  type ConnectionRequest,
  type ConnectionTerms,
  type ConnectionUse,
  connectionDigest,
  connectionText,
  disconnectionText,
} from './protocol/connection.js'
export {
  type ChainId,
  type ContractSet,
  type Contracts,
  contractSet,
  contractsOf,
  exchangeAddress,
  type MarketFlags,
} from './protocol/contracts.js'
export { createDecoder, FrameSource } from './protocol/decode.js'
export type { RawSignature } from './protocol/ecdsa.js'
export { type MarketTerms, marketAmounts, marketAmountsByValue, type WireLevel } from './protocol/market-amounts.js'
export { type OrderDomain, orderHash, type WireOrder } from './protocol/order-hash.js'
export { createSigner, type Signer } from './protocol/sign.js'
export { recoverMessageSigner, recoverOrderSigner } from './protocol/verify.js'
export type { Allowed, Approval, Approvals } from './venues/approvals.js'
export type { Conversions, GroupNo, WantedConversion } from './venues/conversions.js'
export type { Notice } from './venues/notice.js'
export type { PairedMarket, Pairs } from './venues/pairs.js'
export {
  type Calls,
  type ClientPage,
  createPredictClient,
  type PredictClient,
  type PredictClientOptions,
  type RowStreams,
} from './venues/predict/client.js'
export type { PredictGateway } from './venues/predict/gateway.js'
export { createPredictVenue, type PredictVenue, type PredictVenueOptions } from './venues/predict/predict-venue.js'
export type { PredictWallet } from './venues/predict/predict-wallet.js'
export type { Streams, VenueStreamEvent } from './venues/predict/streams.js'
export type { Redeemable, Redemption } from './venues/redemption.js'
export { RefusedError, VenueError } from './venues/venue-error.js'
export type { NoncePlace, Voiding } from './venues/voiding.js'
export {
  createRest,
  type RateHeaders,
  type Rest,
  type RestAnswer,
  type RestOptions,
  type RestRequest,
} from './venues/wires/rest.js'
export { systemWires } from './venues/wires/system-wires.js'
export {
  type HttpWire,
  HttpWireError,
  type HttpWireOptions,
  type HttpWireRequest,
  type HttpWireResponse,
  type SocketWire,
  type SocketWireOptions,
  type Wires,
} from './venues/wires/wires.js'
