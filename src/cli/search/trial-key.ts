import { createHash } from 'node:crypto'
import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { SearchSetup } from './backtest-setup.js'

/** Identifies a trial: a hash of the code and of everything in the result's hash: parameters, data, models, seeds and all other deciding fields. */
export const trialKey = (code: string, { fingerprint }: BacktestOptions): string =>
  hashOfTexts([code, fingerprint]).slice(0, 32)

/** Identifies the question that trials answer, whatever their parameters and the version of the code. */
export const questionOf = ({ definition, config }: SearchSetup, { fingerprint }: Pick<Recording, 'fingerprint'>): string =>
  hashOfTexts([definition.name, fingerprint, JSON.stringify(config.markets)]).slice(0, 16)

/** SHA-256 of a list of texts, in hex. It is made from JSON, so `["ab","c"]` and `["a","bc"]` differ. */
export const hashOfTexts = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex')
