import type { Format } from './format.js'
import { binanceFormat } from './format-binance.js'
import { inputLogFormat } from './format-input-log.js'
import { kalshiFormat } from './format-kalshi.js'
import { polymarketFormat } from './format-polymarket.js'
import { predictFormat } from './format-predict.js'
import { topOfBookFormat } from './format-top-of-book.js'
import { firstLine } from './read-lines.js'
import { RecordingError } from './recording-error.js'

/** Every format that can be imported, the more particular before the more general. */
const FORMATS: readonly Format[] = [
  inputLogFormat,
  kalshiFormat,
  polymarketFormat,
  predictFormat,
  topOfBookFormat,
  binanceFormat,
]

/** The names of the formats, for people. */
export const formatNames = (): readonly string[] => FORMATS.map(({ name }) => name)

/** The format of a file by its first line. Throws a `RecordingError` where it is none of them. */
export async function formatOf(file: string): Promise<Format> {
  const line = await firstLine(file)
  const format = FORMATS.find(one => one.isFormat(line))
  if (format !== undefined) return format
  throw new RecordingError(`${file}: expected a recording (${formatNames().join(', ')}), found ${line.slice(0, 60)}`)
}

/** A format by its name. Throws a `RecordingError` where there is none. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find(one => one.name === name)
  if (format === undefined) throw new RecordingError(`expected one of auto, ${formatNames().join(', ')}, found "${name}"`)
  return format
}
