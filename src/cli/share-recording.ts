import { type SharedChunk, type SharedRecording, shareChunk } from '../../backtest/sweep/shared-recording.js'
import type { Recording } from '../recording/recording.js'
import { withFees } from './charge-fees.js'

/** Reads a recording once, charges the config's fees in it and puts it where every thread can read it. */
export async function shareRecording(recording: Recording, takerFeeBps: number | undefined): Promise<SharedRecording> {
  const shared: SharedChunk[] = []
  for await (const chunk of recording.chunks()) shared.push(shareChunk(withFees(chunk, takerFeeBps)))
  return { ...recording, chunks: shared }
}
