import { counted, plural } from '../../model/counted.js'
import { usedText } from '../../model/used-text.js'
import type { RunCopy } from '../schemas-run.js'
import type { Condition, Severity } from './alert.js'
import { isLost } from './is-lost.js'
import { createNoQuoteRule } from './no-quote-rule.js'
import type { RunLook } from './run-look.js'

/** The thresholds of alerts: `alertWhen` of the config. */
export interface AlertThresholds {
  /** Quotes were wanted in a market for this long, and no order of ours rested there. */
  readonly noQuoteMinutes: number
  /** The part of a limit from which its use is reported. */
  readonly limitPercent: number
  /** A feed was lost for this long. */
  readonly feedLostSeconds: number
  /** Our books differed from the venue's account for this long; a change that is only on its way takes less. */
  readonly differenceSeconds: number
  /** A settlement took longer than this. A failed settlement is reported for this long. */
  readonly settlementMinutes: number
  /** Free space on the disk of the wallet's folder. */
  readonly diskFreeMinMb: number
  /** The number of starts within `restartMinutes` whose runs ended with a code other than 0. */
  readonly restarts: number
  readonly restartMinutes: number
  /** A condition that has been over for this long is reported as ended. */
  readonly resolveAfterSeconds: number
}

/** Finds the conditions of a run. */
export type AlertRules = (look: RunLook) => readonly Condition[]

type Rule = (look: RunLook) => readonly (Condition | null)[]

/** Creates the rules of a run. They remember earlier looks and do no I/O. */
export function createAlertRules(when: AlertThresholds): AlertRules {
  const rules: readonly Rule[] = [
    haltRule,
    strategyRule,
    differenceRule,
    feedRule,
    createNoQuoteRule(when.noQuoteMinutes),
    createLimitRule(when.limitPercent),
    createSettlementRule(when.settlementMinutes),
    diskRule(when.diskFreeMinMb),
  ]
  return look => rules.flatMap(rule => rule(look)).filter(found => found !== null)
}

const ofRun = (
  kind: Condition['kind'],
  severity: Severity,
  { text, of = '' }: { readonly text: string; readonly of?: string },
): Condition => ({ id: of === '' ? kind : `${kind}:${of}`, kind, severity, text, market: null })

const haltRule: Rule = ({ copy: { halt } }) =>
  halt === null
    ? []
    : [
        ofRun('halt', 'critical', {
          text: `${halt.text}; every order is removed, and nothing is placed until a person resumes`,
        }),
      ]

const strategyRule: Rule = ({ copy: { markets, state } }) => {
  const failed = markets.filter(({ fault }) => fault !== null)
  if (state === 'failed')
    return [
      ofRun('strategy', 'critical', { text: `every strategy has failed: ${firstLine(failed[0]?.fault ?? 'no word why')}` }),
    ]
  const names = [...new Set(failed.map(({ strategy }) => strategy ?? 'a strategy'))]
  return names.map(name => {
    const own = failed.filter(({ strategy }) => strategy === name)
    const text = `${name} failed and is not asked any more in ${listed(own.map(({ id }) => id))}: ${firstLine(own[0]?.fault ?? '')}`
    return ofRun('strategy', 'warning', { text, of: name })
  })
}

const differenceRule: Rule = ({ copy: { differences } }) =>
  differences.length === 0
    ? []
    : [ofRun('difference', 'critical', { text: `our books and the venue's account differ: ${listed(differences)}` })]

const feedRule: Rule = ({ copy: { feeds, markets } }) => [
  ...feeds.map(feed => {
    const { name } = feed
    const text = isLost(feed) ? feed.text : agedText(feed, markets)
    return text === null
      ? null
      : ofRun('feed', name === 'wallet' ? 'critical' : 'warning', { text: `${name}: ${text}`, of: name })
  }),
  feeds.some(feed => feed.name === 'books' && isLost(feed))
    ? null
    : someBooks(markets.filter(({ state, strategy }) => strategy !== null && state === 'lost').map(({ id }) => id)),
]

/** The link of a reference may work and bring nothing; then only the limit of its age says that it cannot be trusted. null: no market is pulled for it. */
function agedText({ name, ageMs }: RunCopy['feeds'][number], markets: RunCopy['markets']): string | null {
  const pulled = markets.flatMap(({ id, agedReference }) => (agedReference === name ? [id] : []))
  if (pulled.length === 0) return null
  const since = ageMs === null ? 'no value came' : `the last value came ${Math.round(ageMs / 1_000)} s ago`
  return `${since}, which limits.referenceAgeMaxMs does not allow; nothing rests in ${listed(pulled)}`
}

/** The feed itself reports that all books are lost. */
const someBooks = (lost: readonly string[]): Condition | null =>
  lost.length === 0 ? null : ofRun('feed', 'warning', { text: `books are lost in ${listed(lost)}`, of: 'markets' })

/** Limits of losses, or of signs that something is broken. Other limits are used up in normal operation. */
const GRAVE = /\b(loss|drawdown|worstCase|settlementFail|clockOffset|markout)/i
/** An alert ends this far below its threshold, so that it does not start and end repeatedly. */
const BELOW_PERCENT = 5

function createLimitRule(fromPercent: number): Rule {
  const ringing = new Set<string>()
  return ({ copy: { limits } }) =>
    limits.map(({ path, value, used, percent, where }) => {
      const from = ringing.has(path) ? fromPercent - BELOW_PERCENT : fromPercent
      if (percent === null || percent < from) {
        ringing.delete(path)
        return null
      }
      ringing.add(path)
      const field = path.split('.').at(-1) ?? path
      const text = `${usedText(percent)} of ${path} are used: ${used} of ${String(value)}${where === null ? '' : `, most by ${where}`}`
      return ofRun('limit', GRAVE.test(field) ? 'warning' : 'info', { text, of: path })
    })
}

function createSettlementRule(minutes: number): Rule {
  const failures: { readonly atMs: number; readonly count: number }[] = []
  let before: number | null = null
  return ({ copy: { settlement, run }, atMs }) => {
    const { failed, pending, oldestMs } = settlement
    if (before !== null && failed > before) failures.push({ atMs, count: failed - before })
    before = failed
    while (failures[0] !== undefined && atMs - failures[0].atMs > minutes * 60_000) failures.shift()
    const count = failures.reduce((sum, each) => sum + each.count, 0)
    return [
      count === 0
        ? null
        : ofRun('settlement', 'warning', {
            text: `${counted(count, 'settlement')} failed in the last ${minutes} minutes, ${failed} in run ${run}`,
            of: 'failed',
          }),
      oldestMs === null || oldestMs < minutes * 60_000
        ? null
        : ofRun('settlement', 'warning', {
            text: `${counted(pending, 'fill')} ${plural(pending, 'waits', 'wait')} to settle, the oldest for ${Math.round(oldestMs / 60_000)} minutes`,
            of: 'late',
          }),
    ]
  }
}

/** Below this fraction of the required free space, little time is left. */
const DISK_CRITICAL = 0.25

const diskRule =
  (minMb: number): Rule =>
  ({ diskFreeMb }) =>
    diskFreeMb === null || diskFreeMb >= minMb
      ? []
      : [
          ofRun('disk', diskFreeMb < minMb * DISK_CRITICAL ? 'critical' : 'warning', {
            text: `${Math.round(diskFreeMb)} MB are free on the disk of the wallet's folder; a run whose disk is full removes its orders and ends`,
          }),
        ]

const LISTED_MAX = 5
const LINE_MAX = 300

function listed(things: readonly string[]): string {
  const rest = things.length - LISTED_MAX
  return `${things.slice(0, LISTED_MAX).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, LINE_MAX)
