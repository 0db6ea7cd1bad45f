import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ExplainedTurn, explainTurn } from '../../../backtest/explain-turn.js'
import type { Reviewed } from '../../engine/account.js'
import { orderHistory, refusalNumbered } from '../../journal/history.js'
import { archiveOf } from '../../journal/prune.js'
import { MarketId } from '../../model/ids.js'
import type { Place, Refusal } from '../../model/intent.js'
import { toJson } from '../../model/plain.js'
import { reasonOf } from '../../model/reason-of.js'
import { refusedOrder } from '../../model/refused-order.js'
import { Timestamp } from '../../model/time.js'
import { RecordingError } from '../../recording/columns/recording-error.js'
import { openInputLog, partOf } from '../../recording/log/input-log.js'
import type { LogHeader, LogMark } from '../../recording/log/log-record.js'
import { inputLogOf } from '../../recording/open-by-content.js'
import { ExitCode, ExitError } from '../config/exit.js'
import { runDecoders } from '../config/run-decoders.js'
import { printText } from '../screen/print-text.js'
import type { JournalFlags } from '../wallet/show-journal.js'
import { findWalletFolder } from '../wallet/wallet-folder.js'
import { accountIn } from '../wallet/wallet-name.js'
import { explainedText } from './explain-text.js'
import type { Explained } from './explained.js'
import { plainExplained } from './explained-rows.js'
import { excuseStrategies, replayedNames, strategiesOf } from './replay.js'
import { watched } from './slow-calls.js'
import { type TurnInPart, turnInPart } from './turn-in-part.js'

/** Options beside the order. */
export interface ExplainFlags extends JournalFlags {
  /** The folder of the run that sent it; absent: it is searched for. */
  readonly run?: string
}

/**
 * Explains why an order was sent and what happened to it: from the journal, and from the input log of its run, which is replayed up to the turn that
 * sent it. `name` is an order's id or hash, or the number of a refusal's entry. Rejects with an `ExitError` of code 2 if there is none with that
 * name.
 */
export async function explainOrder(name: string, file: string | undefined, flags: ExplainFlags): Promise<ExitCode> {
  const home = resolve(flags.home)
  const folder = await findWalletFolder({ home, file, wallet: flags.wallet, environment: process.env })
  const asked = find(join(folder, 'journal.db'), name)
  const told = { wallet: accountIn(folder), history: asked.history, refusal: asked.refusal }
  const explained = { ...told, ...(await lookInto(asked, join(home, 'runs'), flags.run)) }
  printText(flags.json === true ? `${toJson(plainExplained(explained))}\n` : explainedText(explained))
  return ExitCode.DONE
}

type Asked = Pick<Explained, 'history' | 'refusal'> & {
  readonly at: Timestamp
  readonly isWanted: (mark: LogMark) => boolean
  /** null: the journal does not record it; a run of that version keeps the markets of its start. */
  readonly market: MarketId | null
  readonly reviewOf: (turn: ExplainedTurn) => Reviewed | null
}

function find(journal: string, name: string): Asked {
  const archive = archiveOf(journal)
  if (/^\d+$/.test(name)) return askedRefusal(journal, archive, Number(name))
  const history = orderHistory(journal, archive, name)
  if (history === null)
    throw new ExitError(
      ExitCode.USAGE,
      `the journal has no order ${name}; expected an id or a hash as "oddsmith journal orders --json" shows them`,
    )
  const { order } = history
  return {
    history,
    refusal: null,
    at: order.at,
    isWanted: ({ commands }) => commands.some(command => command.kind === 'submit' && command.id === order.id),
    market: MarketId.of(order.market),
    reviewOf: ({ mark, reviews }) => {
      const place = mark.commands.filter(command => command.kind === 'submit').findIndex(({ id }) => id === order.id)
      return reviews.filter(({ verdict }) => !('rule' in verdict))[place] ?? null
    },
  }
}

function askedRefusal(journal: string, archive: string, seq: number): Asked {
  const found = refusalNumbered(journal, archive, seq)
  const place = found?.refusal.intent
  if (found === null || place?.kind !== 'place')
    throw new ExitError(
      ExitCode.USAGE,
      `entry ${seq} is no refusal; expected one that "oddsmith journal refusals" shows, or an order`,
    )
  const { at, refusal, market } = found
  const { rule, limit, found: value, note } = refusal
  const words = `refused by ${rule} (limit ${limit}, found ${value}${note === undefined ? '' : `; ${note}`})`
  return {
    history: null,
    refusal: { seq, at, place, what: whatOf(refusal, place), words },
    at,
    isWanted: ({ now }) => now === at,
    market,
    reviewOf: ({ reviews }) => reviews.find(({ verdict }) => toJson(verdict) === toJson(refusal)) ?? null,
  }
}

/** An order with its style, or in place of it a whole answer or side. */
const whatOf = (refusal: Refusal, { size, style }: Place): string =>
  size === 0 ? refusedOrder(refusal) : `${refusedOrder(refusal)}, ${style}`

type LookedInto = Pick<Explained, 'run' | 'market' | 'turn' | 'review' | 'part' | 'untold'>

/** What only a replay can tell. If the run cannot be replayed, the journal's part is still shown. */
async function lookInto(asked: Asked, runs: string, named: string | undefined): Promise<LookedInto> {
  const nothing = (untold: string, run: string | null = null): LookedInto => ({
    market: asked.market,
    run,
    turn: null,
    review: null,
    part: null,
    untold,
  })
  const run = named ?? (await runOf(asked, runs))
  if (run === null) return nothing(`no run under ${runs} has an input log of that time`)
  try {
    const log = await openInputLog(inputLogOf(run))
    const { header } = log
    const index = asked.refusal?.place.market
    const market = asked.market ?? header.markets.find(market => market.index === index)?.id ?? null
    if (market === null) return nothing(`it was refused in the market of index ${index}, which that run began without`, run)
    const decoder = (await runDecoders(header))(header.markets)
    if (partOf(header) > 1) {
      const part = await turnInPart({ log, decoder, market, isWanted: asked.isWanted })
      return { ...nothing(missingWords(header, asked, part), run), market, part }
    }
    const strategies = await strategiesOf(header)
    const { assignments, assign } = strategies
    excuseStrategies(strategies.all)
    const { isWanted } = asked
    const turn = await watched(replayedNames(header, strategies), asking =>
      explainTurn({ log, decoder, assignments, assign, asking, market, isWanted }),
    )
    if (turn === null)
      return nothing('its input log has no such turn: it was cut short, or the order was sent by another run', run)
    return { market, run, turn, review: asked.reviewOf(turn), part: null, untold: null }
  } catch (error) {
    return nothing(reasonOf(error), run)
  }
}

/** What is missing because the first parts of a log were deleted. */
function missingWords(header: LogHeader, { at }: Asked, part: TurnInPart | null): string {
  const last = partOf(header) - 1
  const gone = last === 1 ? 'the first part' : `the first ${last} parts`
  const lost = `${gone} of its run’s input log ${last === 1 ? 'is' : 'are'} gone (logs.inputPartsMax keeps the newest)`
  const left = `what is left begins at ${Timestamp.iso(header.startedAt)}`
  if (at < header.startedAt) return `${lost}, and ${left}, after it`
  const held = 'what strategy and risk held by then is not in it'
  return part === null ? `${lost}; ${left} and has no such turn` : `${lost}; ${left}, and ${held}`
}

/** The last run that had begun when the order was sent. */
async function runOf({ at, history }: Asked, runs: string): Promise<string | null> {
  const epoch = history === null ? null : Number(history.order.id.split('-')[0])
  let found: { readonly run: string; readonly startedAt: number } | null = null
  for (const name of existsSync(runs) ? readdirSync(runs) : []) {
    const run = join(runs, name)
    const header = await headerOf(run)
    const startedAt = header === null ? null : begunAt(name, header)
    if (header === null || startedAt === null || startedAt > at) continue
    const isOurs = epoch === null || (header.state as { epoch?: number }).epoch === epoch
    if (isOurs && (found === null || startedAt > found.startedAt)) found = { run, startedAt }
  }
  return found?.run ?? null
}

/** When a run began; if the first part of its log is gone, this is read from its folder's name. */
function begunAt(name: string, header: LogHeader): Timestamp {
  const [, date, time] = /^(\d{8})-(\d{6})/.exec(name) ?? []
  if (partOf(header) === 1 || date === undefined || time === undefined) return header.startedAt
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  return Timestamp.ofMs(Date.parse(`${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`))
}

async function headerOf(run: string): Promise<LogHeader | null> {
  try {
    return (await openInputLog(inputLogOf(run))).header
  } catch (error) {
    if (error instanceof RecordingError) return null
    throw error
  }
}
