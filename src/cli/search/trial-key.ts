import { createHash } from 'node:crypto'
import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { SearchSetup } from './backtest-setup.js'

/** Names a trial: the code, and what the result's own hash is of: parameters, data, models, seeds and every other field that decides. */
export const trialKey = (code: string, { fingerprint }: BacktestOptions): string =>
  hashOfTexts([code, fingerprint]).slice(0, 32)

/** Names what is asked of some data, whatever the parameters and whichever version of the code: every trial of it is a try at the same. */
export const questionOf = ({ definition, config }: SearchSetup, { fingerprint }: Pick<Recording, 'fingerprint'>): string =>
  hashOfTexts([definition.name, fingerprint, JSON.stringify(config.markets)]).slice(0, 16)

/** SHA-256 of a list of texts, in hex. It is made from JSON, so `["ab","c"]` and `["a","bc"]` differ. */
export const hashOfTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex')
