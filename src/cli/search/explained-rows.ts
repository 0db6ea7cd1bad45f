import type { Decided } from '../../../backtest/explain-turn.js'
import type { Reviewed } from '../../engine/account.js'
import { review } from '../../engine/risk.js'
import type { ScopeStance, Stance } from '../../engine/stance.js'
import { usedPercent } from '../../engine/taper.js'
import { UNITS } from '../../engine/units.js'
import type { NumberedEntry } from '../../journal/history.js'
import type { Place } from '../../model/intent.js'
import type { JournalEntry } from '../../model/journal-entry.js'
import type { Limits } from '../../model/limits.js'
import { type BookSide, inYesTerms, Price } from '../../model/money.js'
import type { Ladder } from '../../model/quote.js'
import { isList } from '../../model/quote.js'
import type { Report } from '../../model/report.js'
import { Timestamp } from '../../model/time.js'
import { exactDigits } from '../../protocol/exact-digits.js'
import type { Explained } from './explained.js'

/** A rule of risk at the time of one order. `limit` null: the rule is disabled. */
export interface RuleRow {
  readonly rule: string
  readonly limit: number | null
  readonly found: number
}

/** Limits of the order's own price, which would refuse before the others. */
const NO_BAND = { priceMin: null, priceMax: null } as const

/** The rules of `engine/risk.ts` that compare with a number, each switched off: a row switches one on again to see what it finds. */
const NO_LIMITS = {
  positionMaxShares: null,
  positionMaxUsdt: null,
  openNotionalMaxUsdt: null,
  worstCaseLossMaxUsdt: null,
  priceCollarTicks: null,
  inputAgeMaxMs: null,
  referenceAgeMaxMs: null,
} as const
type RuleName = keyof typeof NO_LIMITS

/**
 * What each limit found for an order. This calls risk itself, one rule at a time with a limit that refuses everything, so that no sum is computed
 * twice.
 */
export function ruleRows({ place, stance, taper }: Reviewed): readonly RuleRow[] {
  const { limits } = stance
  const own = (Object.keys(NO_LIMITS) as RuleName[]).map((rule): RuleRow => {
    const alone: Limits = { ...limits, ...NO_LIMITS, ...NO_BAND, orderMinUsdt: 0, [rule]: -1e9 }
    return { rule, limit: limits[rule] ?? null, found: foundBy(place, { ...stance, limits: alone, scopes: [] }, rule) }
  })
  const switches = [...bandRows(place, stance), ...switchRows(place, stance), taperRow(stance, taper)]
  return [...own, ...stance.scopes.flatMap(scope => scopeRows(place, stance, scope)), ...switches]
}

/** The order's price in terms of YES beside the band of prices, if there is one. */
function bandRows(place: Place, { limits }: Stance): readonly RuleRow[] {
  const found = inYesTerms(place).price / Price.ONE
  return (['priceMin', 'priceMax'] as const).flatMap(rule => {
    const limit = limits[rule] ?? null
    return limit === null ? [] : [{ rule, limit, found }]
  })
}

/** Rules that refuse anything above 0 instead of a configured number; risk is called with only one of them enabled. */
function switchRows(place: Place, stance: Stance): readonly RuleRow[] {
  const { limits } = stance
  const off = { makerOnly: false, ...NO_LIMITS, ...NO_BAND, orderMinUsdt: 0 }
  const free = { bid: Timestamp.ZERO, ask: Timestamp.ZERO }
  const alone = { ...stance, limits: { ...limits, ...off }, scopes: [], stop: free, ownBid: 0, ownAsk: 0 }
  const makerOnly = { ...alone, limits: { ...alone.limits, makerOnly: true } }
  return [
    { rule: 'makerOnly', limit: limits.makerOnly === true ? 0 : null, found: foundBy(place, makerOnly, 'makerOnly', 0) },
    {
      rule: 'markout',
      limit: (limits.markout ?? null) === null ? null : 0,
      found: foundBy(place, { ...alone, stop: stance.stop }, 'markout', 0),
    },
  ]
}

/** How much of the nearest limit was used by what is held, in per cent; unknown below the percentage at which the taper begins. */
function taperRow({ limits }: Stance, taper: number): RuleRow {
  const from = limits.taperFromPercent ?? null
  return { rule: 'taperFromPercent', limit: from, found: from === null || taper === 1 ? Number.NaN : usedPercent(from, taper) }
}

/** The same for limits that several markets share, if there are any. */
function scopeRows(place: Place, stance: Stance, scope: ScopeStance): readonly RuleRow[] {
  const limits: Limits = { ...stance.limits, ...NO_LIMITS, ...NO_BAND, orderMinUsdt: 0 }
  const names = ['positionMaxUsdt', 'openNotionalMaxUsdt', 'worstCaseLossMaxUsdt'] as const
  return names.flatMap(name => {
    const limit = scope.limits[name]
    if (limit === null) return []
    const alone = { positionMaxUsdt: null, openNotionalMaxUsdt: null, worstCaseLossMaxUsdt: null, [name]: -1e9 }
    const rule = `${scope.whose}.${name}`
    return [{ rule, limit, found: foundBy(place, { ...stance, limits, scopes: [{ ...scope, limits: alone }] }, rule) }]
  })
}

/** What a rule found; NaN: another rule refused first. `passed`: the value if nothing refused. */
function foundBy(place: Place, stance: Stance, rule: string, passed = Number.NaN): number {
  const verdict = review(place, { ...stance, freeCash: Number.MAX_SAFE_INTEGER })
  if (!('rule' in verdict)) return passed
  return verdict.rule === rule ? verdict.found : Number.NaN
}

/** The state of the account before an order, in readable units. */
export function stanceRows(stance: Stance): readonly (readonly [what: string, value: string])[] {
  const shares = (millionths: number): string => String(millionths / 1e6)
  const money = (units: number): string => (units / UNITS).toFixed(4)
  const price = (price: number): string => (price === 0 ? '-' : String(price / 1e4))
  return [
    ['book without our orders, bid / ask', `${price(stance.bid)} / ${price(stance.ask)}`],
    [
      'book is live, last heard of',
      `${stance.isLive ? 'yes' : 'no'}, ${((stance.now - stance.heardAt) / 1_000).toFixed(0)} ms before`,
    ],
    ...(stance.oldest === null ? [] : [['oldest reference, its last value', ageText(stance.oldest, stance.now)] as const]),
    ['net shares, matched and settled', shares(stance.net)],
    ['open on the bid / ask, shares', `${shares(stance.bidOpen)} / ${shares(stance.askOpen)}`],
    ['sellable yes / no, shares', `${shares(stance.sellable.yes)} / ${shares(stance.sellable.no)}`],
    [
      'held shares cost, USDT',
      stance.limits.positionMaxUsdt === null ? 'asked for by positionMaxUsdt only' : money(stance.heldCost),
    ],
    ['in resting buys of this market / of all, USDT', `${money(stance.reserved)} / ${money(stance.reservedAll)}`],
    ['free cash, USDT', money(stance.freeCash)],
    ['worst case if yes / no wins, USDT', `${money(stance.lossIfYes)} / ${money(stance.lossIfNo)}`],
    ['removed orders that may still settle', String(stance.ghosts)],
    ['bid / ask stopped by its markout until', `${stopWords(stance, 'bid')} / ${stopWords(stance, 'ask')}`],
    ...stance.scopes.map(scopeRow),
  ]
}

const ageText = ({ name, at }: NonNullable<Stance['oldest']>, now: number): string =>
  at === 0 ? `${name}, none yet` : `${name}, ${((now - at) / 1_000).toFixed(0)} ms before`

const stopWords = ({ stop, now }: Stance, side: BookSide): string =>
  stop[side] > now ? Timestamp.iso(stop[side]) : 'it is not'

/** What the other markets of a scope have at risk, besides the order's own. */
function scopeRow({ whose, name, ifWins, ifLoses, rest }: ScopeStance): readonly [what: string, value: string] {
  const money = (units: number): string => (Number.isFinite(units) ? (units / UNITS).toFixed(4) : 'cannot be')
  return [
    `${whose} ${name}: the rest of the group loses if this market wins / loses, everything else, USDT`,
    `${money(ifWins)} / ${money(ifLoses)}, ${money(rest)}`,
  ]
}

/** One side of a strategy's answer, in YES prices. */
function ladderWords(ladder: Ladder): string {
  if (ladder === null) return 'nothing'
  const levels = isList(ladder) ? ladder : [ladder]
  return levels.map(({ price, size }) => `${size / 1e6} at ${price / 1e4}`).join(', ') || 'nothing'
}

/** A strategy's answer, in words. */
export function answerWords({ answer }: Decided): string {
  switch (answer.kind) {
    case 'quotes':
      return `quotes: bid ${ladderWords(answer.bid)}; ask ${ladderWords(answer.ask)}`
    case 'pull':
    case 'halt':
      return `${answer.kind}: ${answer.why}`
    default:
      return answer.kind
  }
}

/** A journal entry, in words. */
export function entryWords(entry: JournalEntry): string {
  switch (entry.kind) {
    case 'submit':
      return 'sent'
    case 'cancel':
      return 'asked to be removed'
    case 'report':
      return reportWords(entry.report)
    default:
      return entry.kind
  }
}

function reportWords(report: Report): string {
  switch (report.kind) {
    case 'accepted':
      return `accepted as ${report.venueId}`
    case 'rejected':
      return `rejected: ${report.slug}`
    case 'unanswered':
      return `no answer to its ${report.what}`
    case 'removal':
      return `answer to the removal: ${report.answer}`
    case 'ended':
      return `ended: ${report.how}${report.why === null ? '' : ` (${report.why})`}`
    case 'matched':
    case 'settled':
    case 'failed':
      return `${report.kind}: ${exactDigits(report.fill.shares)} shares for ${exactDigits(report.fill.value)} USDT`
    case 'snapshot':
      return 'named by a snapshot of the venue'
    default:
      return report.kind
  }
}

/** The same for programs. */
export function plainExplained({ wallet, history, refusal, market, run, turn, review: seen, part, untold }: Explained): object {
  const story = history?.entries.map(({ seq, entry }: NumberedEntry) => ({
    seq,
    at: Timestamp.iso(entry.at),
    kind: entry.kind === 'report' ? entry.report.kind : entry.kind,
    words: entryWords(entry),
  }))
  return {
    wallet,
    order: history?.order ?? null,
    refusal,
    market,
    story: story ?? [],
    run,
    turn: turn?.turn ?? null,
    decided: turn?.decided ?? null,
    asked: seen?.place ?? null,
    verdict: seen?.verdict ?? null,
    rules: seen === null ? [] : ruleRows(seen),
    stance: seen === null ? null : Object.fromEntries(stanceRows(seen.stance)),
    part: part === null ? null : { ...part, at: Timestamp.iso(part.at) },
    untold,
  }
}
