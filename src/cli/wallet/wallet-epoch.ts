import type { Timestamp } from '../../model/time.js'

const EPOCH_START_SECONDS = Date.UTC(2020, 0, 1) / 1_000

/** The epoch of a journal that is made now: order ids of a wallet count from its second, so that two journals never make the same one. */
export const walletEpoch = (now: Timestamp): number => Math.floor(now / 1e6) - EPOCH_START_SECONDS
