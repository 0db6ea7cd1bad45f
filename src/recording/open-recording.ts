import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { MarketEvent } from '../model/event.js'
import type { Decoder } from '../model/frame.js'
import type { Market } from '../model/market.js'
import { createDecoder } from '../protocol/decode.js'
import { type Coverage, noCoverage } from './coverage.js'
import { isInputLog, openInputLog, readInputLog, startOf } from './input-log.js'
import { isKalshi, kalshiFiles, kalshiMarket, readKalshi } from './kalshi.js'
import { firstLine } from './read-lines.js'
import { RecordingError } from './recording-error.js'
import { inVenueOrder } from './venue-order.js'

/** What a run writes its inputs to, in its folder. */
export const INPUT_LOG = 'input.ndjson.gz'

/** Market events on disk, whoever wrote them: one array a venue moment, markets numbered as in `recordedMarkets`. To be read once. */
export interface OpenRecording extends AsyncIterable<readonly MarketEvent[]> {
  /** Grows as the recording is read. */
  readonly coverage: Readonly<Coverage>
}

export interface OpenRecordingOptions {
  /** Of the venue whose frames an input log holds. Default: the built-in venue's. */
  readonly decoder?: (markets: readonly Market[]) => Decoder
}

/**
 * Opens a recording by what it holds: the input log of a run (the file or the run's folder), or raw messages of Kalshi (a market's file; its
 * files of later days go on from there). What is wrong with it is a `RecordingError` at the first read.
 */
export function openRecording(path: string, options: OpenRecordingOptions = {}): OpenRecording {
  const coverage = noCoverage()
  return { coverage, [Symbol.asyncIterator]: () => inVenueTime(path, options.decoder ?? createDecoder, coverage) }
}

/** The markets of a recording, in the order of their indexes. Throws a `RecordingError` where it is none. */
export async function recordedMarkets(path: string): Promise<readonly Market[]> {
  const { file, kind } = await recognize(path)
  return kind === 'kalshi' ? [await kalshiMarket(file)] : (await openInputLog(file)).header.markets
}

/** The file itself, or the input log of the run whose folder it is. Throws a `RecordingError` where there is none. */
export function inputLogOf(path: string): string {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, INPUT_LOG) : path
  if (!existsSync(file)) throw new RecordingError(`there is no recording at ${file}`)
  return file
}

async function* inVenueTime(
  path: string,
  decoder: (markets: readonly Market[]) => Decoder,
  coverage: Coverage,
): AsyncGenerator<readonly MarketEvent[]> {
  const { file, kind } = await recognize(path)
  if (kind === 'kalshi') yield* inVenueOrder(readKalshi(kalshiFiles(file), coverage))
  else {
    const log = await openInputLog(file)
    yield* inVenueOrder(readInputLog(log, decoder(log.header.markets), coverage), startOf(log))
  }
}

async function recognize(path: string): Promise<{ readonly file: string; readonly kind: 'kalshi' | 'input-log' }> {
  const file = inputLogOf(path)
  const line = await firstLine(file)
  if (isInputLog(line)) return { file, kind: 'input-log' }
  if (isKalshi(line)) return { file, kind: 'kalshi' }
  throw new RecordingError(`${file}: expected the input log of a run or raw order book messages of Kalshi`)
}
