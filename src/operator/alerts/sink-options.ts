import type { Severity } from './alert.js'
import type { QuietHours } from './quiet-hours.js'

/** Shapes in which alerts are posted. */
export const TEMPLATES = ['json', 'slack', 'discord', 'telegram'] as const
export type Template = (typeof TEMPLATES)[number]

/** Where alerts go, with its secret: never part of a log or a message. */
export interface SinkOptions {
  /** As it is called in logs: its place in the config and its template. */
  readonly name: string
  /** A secret: it lets anyone write there. */
  readonly url: string
  readonly template: Template
  /** Of telegram: which chat; null: of another template. */
  readonly chatId: string | null
  readonly severityMin: Severity
  /** null: it is never quiet. */
  readonly quietHours: QuietHours | null
}
