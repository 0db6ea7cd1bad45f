import type { Severity } from './alert.js'
import type { QuietHours } from './quiet-hours.js'

/** Formats in which alerts are posted. */
export const TEMPLATES = ['json', 'slack', 'discord', 'telegram'] as const
export type Template = (typeof TEMPLATES)[number]

/** A receiver with its secret address, which must not be in any log or message. */
export interface SinkOptions {
  /** Its name in logs: its position in the config and its template. */
  readonly name: string
  /** A secret: it is all that is needed to post there. */
  readonly url: string
  readonly template: Template
  /** For Telegram: the chat; null: another template. */
  readonly chatId: string | null
  readonly severityMin: Severity
  /** null: it has no quiet hours. */
  readonly quietHours: QuietHours | null
}
