import { resolve } from 'node:path'
import { z } from 'zod'
import { expectOneStrategy } from '../config/assign-markets.js'
import { backtestTerms, FUND_MAX_USDT } from '../config/backtest-terms.js'
import { checkConfig, checked, complaint, type LoadedConfig } from '../config/config.js'
import type { ConfigSource } from '../config/config-error.js'
import { expectPossible } from '../config/expect-possible.js'
import { expectReferences } from '../config/expect-references.js'
import { fillModelsOf } from '../config/fill-models-of.js'
import { loadStanzas } from '../config/load-stanzas.js'
import type { BacktestAsked, PortfolioSetup } from './backtest-setup.js'
import { readTrips } from './chosen-latency.js'
import { withAskedTerms } from './with-asked-terms.js'

/** Checks the config of a run and loads what a backtest needs of it. Rejects with an `ExitError` of code 2 that names file and line. */
export async function loadPortfolio(source: ConfigSource, asked: BacktestAsked = {}): Promise<PortfolioSetup> {
  const loaded = await checkConfig(source)
  const folder = resolve(source.file, '..')
  const terms = checked(source, backtestTerms, withAskedTerms(writtenIn(loaded), asked.terms), TERMS_PATH)
  expectOneStrategy(loaded)
  const stanzas = await loadStanzas(loaded)
  expectReferences(loaded, stanzas)
  expectPossible(loaded, stanzas)
  return {
    kind: 'run',
    loaded,
    source,
    asked,
    folder,
    stanzas,
    terms,
    termsPath: TERMS_PATH,
    ...(asked.recording === undefined
      ? recordingOf(loaded, folder)
      : { recording: resolve(asked.recording), recordingPath: null }),
    models: fillModelsOf(asked.models ?? terms.models.join(',')),
    trips: await readTrips({ terms, termsPath: TERMS_PATH, source, folder }),
  }
}

const TERMS_PATH = ['backtest']

/** Settings of the embedded exchange also hold in a backtest, unless the config's `backtest` overrides them. */
function writtenIn({ config, source }: LoadedConfig): unknown {
  const { recording: _, ...written } = stanza.parse(source.document.toJS()).backtest
  const { embedded } = config.venue
  if (embedded === undefined) return written
  const { fundUsdt, settlementMs: delayMs, settlementFailPercent: failPercent } = embedded
  if (fundUsdt > FUND_MAX_USDT && !('fundUsdt' in written))
    throw complaint(
      source,
      ['venue', 'embedded', 'fundUsdt'],
      `a backtest begins with at most ${FUND_MAX_USDT} USDT; ${NAME_IT}`,
    )
  const settlement = { ...(delayMs !== undefined && { delayMs }), ...(failPercent !== undefined && { failPercent }) }
  return withAskedTerms({ fundUsdt, settlement }, written)
}

const NAME_IT = 'name what it shall begin with as backtest.fundUsdt'

/** The text as written, without defaults; the config was checked before. */
const stanza = z.object({ backtest: z.record(z.string(), z.unknown()).default({}) })

/** The config's recording, or else the one that its embedded exchange plays. */
function recordingOf({ config, source }: LoadedConfig, folder: string): Pick<PortfolioSetup, 'recording' | 'recordingPath'> {
  const own = config.backtest?.recording
  if (own !== undefined) return { recording: resolve(folder, own), recordingPath: [...TERMS_PATH, 'recording'] }
  const crowd = config.venue.embedded?.crowd
  if (crowd?.kind === 'recorded')
    return { recording: resolve(folder, crowd.file), recordingPath: ['venue', 'embedded', 'crowd', 'file'] }
  throw complaint(
    source,
    ['backtest', 'recording'],
    'expected what to run over: name a recording here, or by --recording; a folder of runs/ is one too',
  )
}
