import { RecordingError } from '../columns/recording-error.js'
import { INPUT_LOG_FORMAT } from '../log/input-log.js'
import { firstLine } from '../text/read-lines.js'
import type { Format } from './format.js'

/** Every importable format, specific ones before general ones. Each module is loaded on first use. */
const FORMATS: Readonly<Record<string, () => Promise<Format>>> = {
  [INPUT_LOG_FORMAT]: async () => (await import('./format-input-log.js')).inputLogFormat,
  kalshi: async () => (await import('./format-kalshi.js')).kalshiFormat,
  polymarket: async () => (await import('./format-polymarket.js')).polymarketFormat,
  predict: async () => (await import('./format-predict.js')).predictFormat,
  'top-of-book': async () => (await import('./format-top-of-book.js')).topOfBookFormat,
  binance: async () => (await import('./format-binance.js')).binanceFormat,
}

/** The names of the formats, for messages. */
export const formatNames = (): readonly string[] => Object.keys(FORMATS)

/** Detects a file's format from its first line. Rejects with a `RecordingError` if none matches. */
export async function formatOf(file: string): Promise<Format> {
  const line = await firstLine(file)
  for (const load of Object.values(FORMATS)) {
    const format = await load()
    if (format.isFormat(line)) return format
  }
  throw new RecordingError(`${file}: expected a recording (${formatNames().join(', ')}), found ${line.slice(0, 60)}`)
}

/** The format of a name. Rejects with a `RecordingError` if there is none. */
export async function formatNamed(name: string): Promise<Format> {
  const load = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (load === undefined) throw new RecordingError(`expected one of auto, ${formatNames().join(', ')}, found "${name}"`)
  return load()
}
