import { RollingHash } from '../src/engine/rolling-hash.js'
import type { AccountResult, BacktestResult } from './result.js'

/** Hash of inputs and parameters (by the fingerprint) and of every account's end. */
export function resultHash(fingerprint: string, accounts: readonly AccountResult[]): string {
  const hash = new RollingHash()
  hash.addText(fingerprint)
  for (const { stateHash, venueHash } of accounts) hash.addText(stateHash + venueHash)
  return hash.digest()
}

/**
 * Joins several results over the same recording, each of other fill models. Accounts are independent, so the result is the same as of one run with
 * all models. `fingerprint` is that of such a run. Throws an Error if the parts are not of one recording.
 */
export function joinResults(parts: readonly BacktestResult[], fingerprint: string): BacktestResult {
  const [first] = parts
  if (first === undefined) throw new Error('expected at least one result, found none')
  for (const { events, batches, from, to } of parts)
    if (events !== first.events || batches !== first.batches || from !== first.from || to !== first.to)
      throw new Error('fill models that were replayed side by side did not see the same recording')
  const accounts = parts.flatMap(part => part.accounts)
  return { ...first, accounts, hash: resultHash(fingerprint, accounts) }
}
