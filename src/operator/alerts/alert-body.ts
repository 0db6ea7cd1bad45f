import type { Alert, AlertOrigin, Severity } from './alert.js'
import type { Template } from './sink-options.js'

/** The content of one message. */
export interface AlertMessage {
  readonly alerts: readonly Alert[]
  readonly origin: AlertOrigin
}

/** The longest text of one alert and of a headline, whatever the service. */
const TEXT_MAX = 1_900
const HEADLINE_MAX = 300
/** What a service accepts in one message, with some margin: Discord adds up its embeds, Telegram has one text. Alerts share it, so that none is cut off. */
const TOGETHER_MAX = { discord: 5_500, telegram: 3_700 } as const
const MARK: Readonly<Record<Severity | 'over', string>> = { info: 'INFO', warning: 'WARNING', critical: 'CRITICAL', over: 'OK' }
/** Red, amber, blue, green. */
const COLOR: Readonly<Record<Severity | 'over', number>> = {
  critical: 0xd93025,
  warning: 0xf9ab00,
  info: 0x1a73e8,
  over: 0x188038,
}

/** The JSON body of a request that sends the message. `chatId`: for Telegram. */
export function alertBody(template: Template, message: AlertMessage, chatId: string | null): string {
  switch (template) {
    case 'json':
      return JSON.stringify(plainBody(message))
    case 'slack':
      return JSON.stringify(slackBody(message))
    case 'discord':
      return JSON.stringify(discordBody(message))
    case 'telegram':
      return JSON.stringify({ chat_id: chatId, text: wholeText(message), disable_web_page_preview: true })
    default:
      return template satisfies never
  }
}

const plainBody = ({ alerts, origin }: AlertMessage) => ({
  source: 'oddsmith',
  version: 1,
  ...origin,
  alerts: alerts.map(({ id, kind, severity, text, market, sinceMs, endedMs }) => ({
    ...{ id, kind, state: endedMs === null ? 'firing' : 'resolved', severity, text, market },
    since: new Date(sinceMs).toISOString(),
    resolvedAt: endedMs === null ? null : new Date(endedMs).toISOString(),
  })),
})

function slackBody(message: AlertMessage) {
  // Text in angle brackets notifies people: `<!channel>`.
  const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return {
    text: escape(headline(message)),
    attachments: message.alerts.map(alert => ({
      color: `#${COLOR[lookOf(alert)].toString(16).padStart(6, '0')}`,
      fallback: escape(cut(lineOf(alert), TEXT_MAX)),
      text: escape(cut(lineOf(alert), TEXT_MAX)),
    })),
  }
}

/** A message has at most ten embeds. */
const EMBEDS_MAX = 10

function discordBody(message: AlertMessage) {
  const lines = linesOf(message, TOGETHER_MAX.discord)
  return {
    content: headline(message),
    embeds: message.alerts.slice(0, EMBEDS_MAX).map((alert, place) => ({
      color: COLOR[lookOf(alert)],
      description: place === EMBEDS_MAX - 1 ? lines.slice(place).join('\n') : lines[place],
    })),
    // Disables mentions, whatever the text contains.
    allowed_mentions: { parse: [] },
  }
}

const wholeText = (message: AlertMessage): string => [headline(message), ...linesOf(message, TOGETHER_MAX.telegram)].join('\n')

/** A line for each alert, which together are not longer than `max`. */
function linesOf({ alerts }: AlertMessage, max: number): readonly string[] {
  // One character joins a line with the next one.
  const each = Math.min(TEXT_MAX, Math.floor(max / alerts.length) - 1)
  return alerts.map(alert => cut(lineOf(alert), each))
}

/** Names the run, because a reader may watch several. */
function headline({ alerts, origin: { venue, wallet, run, config } }: AlertMessage): string {
  const on = alerts.filter(({ endedMs }) => endedMs === null).length
  const what = [on === 0 ? '' : `${on} firing`, on === alerts.length ? '' : `${alerts.length - on} resolved`]
  const whose = [venue, wallet === null ? '' : `${wallet.slice(0, 6)}…${wallet.slice(-4)}`, run === null ? '' : `run ${run}`]
  return cut(`oddsmith ${config}: ${what.filter(Boolean).join(', ')} (${whose.filter(Boolean).join(', ')})`, HEADLINE_MAX)
}

function lineOf(alert: Alert): string {
  const { kind, text, sinceMs, endedMs } = alert
  const since = clock(sinceMs)
  const when = endedMs === null ? `since ${since}` : `from ${since} to ${clock(endedMs)}`
  return `${MARK[lookOf(alert)]} ${kind}: ${text} (${when})`
}

const lookOf = ({ severity, endedMs }: Alert): Severity | 'over' => (endedMs === null ? severity : 'over')

const clock = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)
