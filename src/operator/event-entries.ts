import type { ToldEntry } from '../journal/journal-pages.js'
import type { Control } from '../model/batch.js'
import { BY_RESTING, closingText } from '../model/closing.js'
import { scopeText } from '../model/control-scope.js'
import { haltText } from '../model/halt.js'
import { MarketIndex } from '../model/ids.js'
import type { Report } from '../model/report.js'
import { exactDigits } from '../protocol/exact-digits.js'
import type { EventEntry } from './schemas-history.js'

/** Translates an entry of the journal into an event for people; null: the entry is not shown. */
export function eventOf({ seq, entry, marketOf }: ToldEntry): EventEntry | null {
  const event = (kind: EventEntry['kind'], text: string, more: Partial<EventEntry> = {}): EventEntry => ({
    ...{ seq, at: entry.at, kind, text, market: null, who: null, key: null },
    ...more,
  })
  switch (entry.kind) {
    case 'control': {
      const { who } = entry.control
      const kind = entry.control.what === 'fault' ? 'fault' : 'control'
      return event(kind, controlText(entry.control), {
        who,
        key: entry.control.key ?? null,
        market: marketOfScope(entry.control),
      })
    }
    case 'halt':
      return event('halt', `halted by ${haltText(entry)}`)
    case 'fault': {
      const { strategy, market, message } = entry.fault
      return event('fault', `${strategy} failed: ${message}`, { market: marketOf(market) })
    }
    case 'failure':
      return event('failure', `a fill failed to settle after its mark had moved ${entry.moved / 1e4} for us`)
    case 'joined':
      return event('joined', 'the market joined', { market: entry.market.id })
    case 'left':
      return event('left', 'the market left and is forgotten', { market: entry.market })
    case 'result': {
      const market = typeof entry.market === 'number' ? marketOf(entry.market) : entry.market
      return event('result', `the result was paid: ${entry.yes} for each YES share`, { market })
    }
    case 'report':
      return reportEvent(entry.report, marketOf, event)
    case 'submit':
    case 'cancel':
    case 'refusal':
      return null
    default:
      return entry satisfies never
  }
}

type MakeEvent = (kind: EventEntry['kind'], text: string, more?: Partial<EventEntry>) => EventEntry

function reportEvent(report: Report, marketOf: ToldEntry['marketOf'], event: MakeEvent): EventEntry | null {
  if (report.kind === 'link') return event('link', `the stream of our own orders is ${report.state}`)
  if (report.kind !== 'matched' && report.kind !== 'failed') return null
  const { side, outcome, shares, value, market } = report.fill
  const price = shares === 0n ? 0 : Number(value) / Number(shares)
  const what = `${side} ${outcome} ${exactDigits(shares)} at ${Math.round(price * 1e6) / 1e6}`
  const isFailed = report.kind === 'failed'
  const text = isFailed ? `the fill ${what} failed to settle` : `filled: ${what}`
  return event(isFailed ? 'failed fill' : 'fill', text, { market: marketOf(MarketIndex.of(market)) })
}

function controlText(control: Control): string {
  switch (control.what) {
    case 'fault':
      return `${control.strategy} failed outside of its decisions: ${control.message}`
    case 'set':
      return `set ${control.changes.map(({ path, from, to }) => `${path} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`).join('; ')}`
    case 'halt':
      return control.why === undefined ? 'halt' : `halted by ${haltText(control.why)}`
    case 'close':
      return `close: ${scopeText(control.scope ?? 'all')}, ${closingText(control.closing ?? BY_RESTING)}`
    default:
      return control.scope === undefined ? control.what : `${control.what}: ${scopeText(control.scope)}`
  }
}

const marketOfScope = (control: Control): string | null => {
  const scope = 'scope' in control ? (control.scope ?? '') : ''
  return scope.startsWith('market:') ? scope.slice('market:'.length) : null
}
