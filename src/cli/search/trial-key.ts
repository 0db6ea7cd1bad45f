import { createHash } from 'node:crypto'
import type { BacktestOptions } from '../../../backtest/backtest-options.js'
import type { Recording } from '../../recording/columns/recording.js'
import type { SearchSetup } from './backtest-setup.js'

/** Names a trial: the code, and what the result's own hash is of: parameters, data, models, seeds and every other field that decides. */
export const trialKey = (code: string, { fingerprint }: BacktestOptions): string => hashOf([code, fingerprint]).slice(0, 32)

/** Names what is asked of some data, whatever the parameters and whichever version of the code: every trial of it is a try at the same. */
export const questionOf = ({ definition, config }: SearchSetup, { fingerprint }: Pick<Recording, 'fingerprint'>): string =>
  hashOf([definition.name, fingerprint, JSON.stringify(config.markets)]).slice(0, 16)

/** A short name of many texts; none of them can pass for two. */
export const hashOf = (texts: readonly string[]): string => createHash('sha256').update(JSON.stringify(texts)).digest('hex')
