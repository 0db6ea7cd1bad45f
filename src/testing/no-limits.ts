import type { DeskSettings } from '../engine/desk-options.js'

/** Limits that limit nothing. */
export const NO_LIMITS: DeskSettings['limits'] = {
  positionMaxShares: null,
  positionMaxUsdt: null,
  openNotionalMaxUsdt: null,
  worstCaseLossMaxUsdt: null,
  priceCollarTicks: null,
  orderMinUsdt: 0,
  inputAgeMaxMs: null,
  lossPerDayMaxUsdt: null,
  drawdownMaxUsdt: null,
  lossPerDayMaxPercent: null,
  drawdownMaxPercent: null,
  settlementFailPercentMax: null,
  settlementWindow: 50,
  stopBeforeEndSeconds: 0,
}
