import type { WriteStream } from 'node:tty'
import { createLogUpdate } from 'log-update'
import { Size, Wei } from '../../../model/money.js'
import type { MarketCopy } from '../../../operator/schemas-market.js'
import type { RunCopy } from '../../../operator/schemas-run.js'
import { weiOfDigits } from '../../../protocol/exact-digits.js'
import { darkShare } from '../../../runtime/dark-text.js'
import { ExitCode } from '../../config/exit.js'
import { unblocked } from '../../screen/log-stderr.js'
import { priceDigits } from '../../screen/market-text.js'
import { clockOf, paintOf, screenStream } from '../../screen/screen.js'
import { type ScreenModel, type ScreenRow, screenText } from '../../screen/screen-text.js'
import { clientOf, type DaemonFlags, expectDoor } from './find-door.js'
import { alertLines, printStatus } from './status.js'

/** Draws the screen of a running daemon until a person ends it or the daemon ends. Without a terminal it prints one picture. */
export async function showTop(file: string | undefined, flags: DaemonFlags): Promise<ExitCode> {
  const { door } = await expectDoor(file, flags)
  const client = clientOf(door)
  const stream = screenStream(flags.json === true)
  if (stream === null) {
    return printStatus(client, flags.json === true)
  }
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => leaving.abort())
  const notes: string[] = []
  let alerts: readonly string[] = []
  const picture = pictureOn(stream)
  let last: RunCopy | null = null
  for await (const told of client.stream({ signal: leaving.signal })) {
    if (told.event === 'event') notes.push(told.data.text)
    if (notes.length > NOTES_MAX) notes.shift()
    if (told.event === 'alerts') alerts = alertLines(told.data)
    if (told.event === 'copy') last = told.data
    if (told.event === 'copy') picture.draw(modelOf(told.data, { alerts, notes }))
    if (told.event === 'end' && last !== null) picture.draw(endedModel(modelOf(last, { alerts, notes }), told.data.why))
  }
  picture.leave()
  return ExitCode.DONE
}

const NOTES_MAX = 3

function pictureOn(stream: WriteStream): { draw(model: ScreenModel): void; leave(): void } {
  const draw = createLogUpdate(unblocked(stream), { showCursor: true })
  const paint = paintOf(stream)
  return {
    draw: model => {
      // A stopped terminal has not taken the last picture.
      if (stream.writableLength === 0) draw(screenText(model, { columns: stream.columns, rows: stream.rows }, paint))
    },
    leave: () => draw.done(),
  }
}

/** The screen of a run from a copy. */
export function modelOf(copy: RunCopy, { alerts, notes }: Pick<ScreenModel, 'alerts' | 'notes'>): ScreenModel {
  const { money, orders, dark } = copy
  const isAlarmed = copy.state === 'halted' || copy.state === 'failed' || copy.state === 'paused'
  const seconds = Math.max(0, Math.floor((copy.at - copy.startedAt) / 1e6))
  const feeds = copy.feeds.filter(({ state }) => state !== 'live').map(({ name, text }) => `${name}: ${text}`)
  return {
    title: `${copy.mode} run ${copy.run}   ${clockOf(seconds)}`,
    state: copy.halt === null ? copy.state : `HALTED by ${copy.halt.rule}`,
    isAlarmed,
    rows: copy.markets.map(rowOf),
    cash: weiOfDigits(money.cash),
    equity: weiOfDigits(money.equity),
    pnl: {
      total: weiOfDigits(money.total),
      realized: weiOfDigits(money.realized),
      unrealized: weiOfDigits(money.unrealized),
    },
    fills: orders.fills,
    orders,
    dark: darkText(dark),
    feeds: feeds.join(', '),
    alerts,
    notes,
    foot: 'Ctrl-C leaves; the run goes on',
  }
}

/** The last picture of a run that ended. */
export const endedModel = (model: ScreenModel, why: string): ScreenModel => ({
  ...model,
  state: 'ended',
  isAlarmed: true,
  foot: `the run ended: ${why}`,
})

const rowOf = (market: MarketCopy): ScreenRow => ({
  market: `${market.id} ${market.question}`,
  book: market.touch === null ? '-' : `${digitsOf(market.touch.bid)}/${digitsOf(market.touch.ask)}`,
  bid: quoteText(market.ours.bid),
  ask: quoteText(market.ours.ask),
  net: sharesOf(market.net),
  pnl: weiOfDigits(market.profit),
  fills: market.fills,
  dark: darkShare({ wantedSeconds: market.dark.wantedSeconds, darkSeconds: market.dark.reasons }),
  state: market.state,
})

function quoteText(quotes: MarketCopy['ours']['bid']): string {
  const [best] = quotes
  if (best === undefined) return '-'
  return `${digitsOf(best[0])}x${Math.round(quotes.reduce((sum, [, size]) => sum + size, 0) * 100) / 100}`
}

/** Prices in a copy are in USDT. */
const digitsOf = (price: number): string => priceDigits(Math.round(price * 1e4))

/** Shares in a copy are already rounded. */
function sharesOf(net: number): Wei {
  const wei = Wei.ofSize(Size.ofShares(Math.abs(net)))
  return net < 0 ? Wei.negate(wei) : wei
}

function darkText({ wantedSeconds, reasons }: RunCopy['dark']): string {
  return wantedSeconds === 0 ? '' : `dark ${darkShare({ wantedSeconds, darkSeconds: reasons })}`
}
