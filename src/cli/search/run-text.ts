import type { Recording } from '../../recording/columns/recording.js'
import { backtestSchema } from '../config/backtest-schema.js'
import { configSchema } from '../config/config-schema.js'
import type { PortfolioSetup } from './backtest-setup.js'
import { withoutProbes } from './without-probes.js'

/** Notes for readers who know backtests of a backtest's own config: where the config of a run differs, and what it leaves open. One sentence each. */
export function runText(setup: PortfolioSetup, recording: Pick<Recording, 'format'>): readonly string[] {
  return [...defaultWords(setup), ...probeWords(setup, recording), ...termWords(setup), ...filterWords(setup)]
}

const SECTIONS = ['limits', 'requote'] as const

/** Defaults that differ between the two kinds of configs, for fields that the config does not set. */
function defaultWords({ source }: PortfolioSetup): readonly string[] {
  const fields = SECTIONS.flatMap(section => {
    const [inRun, inBacktest] = [configSchema, backtestSchema].map(({ shape }) => Object.entries(shape[section].parse({})))
    const others = new Map<string, unknown>(inBacktest)
    return (inRun ?? []).flatMap(([name, value]) => {
      const isWritten = source.document.getIn([section, name]) !== undefined
      const isSame = JSON.stringify(value) === JSON.stringify(others.get(name))
      return isWritten || isSame || name === PROBED
        ? []
        : [`${section}.${name} ${told(value)} (there ${told(others.get(name))})`]
    })
  })
  return fields.length === 0
    ? []
    : [
        `this is the config of a run, so defaults of a run hold that a backtest’s own config has otherwise: ${fields.join(', ')}`,
      ]
}

const PROBED = 'inputAgeMaxMs'

function probeWords({ loaded }: PortfolioSetup, recording: Pick<Recording, 'format'>): readonly string[] {
  if (withoutProbes(loaded, recording) === loaded) return []
  const { inputAgeMaxMs } = loaded.config.limits
  return [
    `limits.${PROBED} is ${told(inputAgeMaxMs)} by default in a run and off here: the recording does not say when its venue was asked for a quiet book`,
  ]
}

function termWords({ terms: { fundUsdt, settlement } }: PortfolioSetup): readonly string[] {
  const { delayMs, failPercent } = settlement
  const fails = failPercent === 0 ? '' : `, and ${failPercent} % fail to settle`
  return [`the account begins with ${fundUsdt} USDT and without shares; fills settle after ${delayMs} ms${fails}`]
}

function filterWords({ stanzas }: PortfolioSetup): readonly string[] {
  const hasFilter = stanzas.some(({ markets }) => typeof markets === 'object' && !Array.isArray(markets))
  return hasFilter
    ? [
        'filters of markets are asked once for each market, where the recording begins or the market joins it; a live run asks again and again, and lets go of what no longer passes',
      ]
    : []
}

function told(value: unknown): string {
  if (value === null || value === undefined) return 'off'
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, each]) => (name === 'default' ? String(each) : `${name} ${String(each)}`))
    .join(' and ')
}
