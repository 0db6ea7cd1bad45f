import type { Decided } from '../../../backtest/explain-turn.js'
import type { Reviewed } from '../../engine/account.js'
import type { OrderEntries } from '../../journal/history.js'
import type { OrderRow } from '../../journal/rows.js'
import { Timestamp } from '../../model/time.js'
import { textTable } from '../screen/text-table.js'
import type { Explained } from './explained.js'
import { answerWords, entryWords, ruleRows, stanceRows } from './explained-rows.js'
import type { TurnInPart } from './turn-in-part.js'

/** The explanation of an order as text: what the strategy saw and wanted, what risk decided, and what happened to the order. */
export function explainedText(explained: Explained): string {
  const { wallet, history, refusal, run, turn, review, part, untold } = explained
  const market = explained.market === null ? `the market of index ${refusal?.place.market}` : `market ${explained.market}`
  const parts = [
    `wallet ${wallet}`,
    history === null
      ? `entry ${refusal?.seq} at ${refusal === null ? '' : Timestamp.iso(refusal.at)}: ${refusal?.what} in ${market}, ${refusal?.words}`
      : orderText(history),
  ]
  if (untold !== null) parts.push(`why it was ${history === null ? 'refused' : 'sent'} cannot be told: ${untold}`)
  if (part !== null) parts.push(partText(part))
  if (turn !== null) parts.push(`from the input log of ${run}, run again up to turn ${turn.turn}:`)
  if (turn !== null) parts.push(turn.decided === null ? 'the strategy had not answered yet' : decidedText(turn.decided))
  if (review !== null) parts.push(reviewText(review))
  if (history !== null) parts.push(storyText(history))
  return `${parts.join('\n\n')}\n`
}

const placeWords = (place: Pick<OrderRow, 'side' | 'outcome' | 'price' | 'size' | 'style'>): string =>
  `${place.side} ${place.outcome} ${place.size / 1e6} at ${place.price / 1e4}, ${place.style}`

function orderText({ order }: OrderEntries): string {
  const { id, hash, at, market, expiresAt } = order
  const what = placeWords(order)
  return `order ${id}: ${what}, in market ${market}\nhash ${hash}\nsent ${Timestamp.iso(at)}, expires ${Timestamp.iso(expiresAt)}`
}

function partText({ at, touch, sent, removed }: TurnInPart): string {
  const book = touch === null ? 'no live book with two sides' : touchText(touch)
  return textTable(
    ['its turn, as the log has it', ''],
    [
      ['at', Timestamp.iso(at)],
      ['the book of its market, our orders in it', book],
      ['what the turn did in all markets', `sent ${sent}, asked for ${removed} to be removed`],
    ],
  )
}

const touchText = ({ bid, bidSize, ask, askSize }: NonNullable<TurnInPart['touch']>): string =>
  `bid ${bidSize / 1e6} at ${bid / 1e4}, ask ${askSize / 1e6} at ${ask / 1e4}`

function decidedText(decided: Decided): string {
  const { at, turn, touch, net, terms } = decided
  const book = touch === null ? 'no two-sided book' : `${touchText(touch)}, microprice ${(touch.microprice / 1e4).toFixed(5)}`
  const rows = [
    ['the strategy saw (without our orders)', book],
    ['and held, net', `${net / 1e6} shares`],
    ['it answered', `${answerWords(decided)} (turn ${turn}, ${Timestamp.iso(at)})`],
    [
      'its terms',
      terms === null || Object.keys(terms).length === 0
        ? 'it tells none'
        : Object.entries(terms)
            .map(([name, value]) => `${name} ${value}`)
            .join(', '),
    ],
  ]
  return textTable(['inputs', ''], rows)
}

function reviewText(review: Reviewed): string {
  const { place, verdict } = review
  const isRefused = 'rule' in verdict
  const size = isRefused ? place.size : verdict.size
  const clamp =
    size === place.size ? 'its size as asked' : `its size cut from ${place.size / 1e6} to ${size / 1e6} shares by free cash`
  const words = isRefused ? `refused by ${verdict.rule}: limit ${verdict.limit}, found ${verdict.found}` : `approved, ${clamp}`
  const rules = ruleRows(review).map(({ rule, limit, found }) => [
    rule,
    limit === null ? 'none' : String(limit),
    Number.isNaN(found) ? '-' : String(found),
  ])
  return [
    `of the answer, legs and rounding made: ${placeWords(place)}`,
    `risk: ${words}`,
    '',
    textTable(['limit', 'is', 'found'], rules),
    '',
    textTable(['where the account stood', ''], stanceRows(review.stance)),
  ].join('\n')
}

function storyText({ entries }: OrderEntries): string {
  const first = entries[0]?.entry.at ?? 0
  const rows = entries.map(({ seq, entry }) => [
    String(seq),
    Timestamp.iso(entry.at),
    `+${((entry.at - first) / 1_000).toFixed(1)} ms`,
    entryWords(entry),
  ])
  return textTable(['entry', 'at', 'after', 'what became of it'], rows)
}
