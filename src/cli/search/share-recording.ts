import { type SharedChunk, type SharedRecording, shareChunk } from '../../../backtest/sweep/shared-recording.js'
import type { Recording } from '../../recording/columns/recording.js'
import { type WithRules, withTerms } from './market-terms.js'

/** Reads a recording once, puts its markets under the config's rules and puts it where every thread can read it. */
export async function shareRecording(recording: Recording, terms: WithRules): Promise<SharedRecording> {
  const shared: SharedChunk[] = []
  for await (const chunk of recording.chunks()) shared.push(shareChunk(withTerms(chunk, terms)))
  return { ...recording, chunks: shared }
}
