import { type DeskSettings, LATER_LIMITS_OFF } from '../engine/desk-options.js'

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
  ...LATER_LIMITS_OFF,
}
