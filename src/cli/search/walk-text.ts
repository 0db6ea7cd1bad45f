import { duration } from '../../../backtest/report/format.js'
import { parameterText } from '../../../backtest/sweep/parameter-text.js'
import { profitAnEvent } from '../../../backtest/sweep/walk.js'
import { counted } from '../../model/counted.js'
import { textTable } from '../screen/text-table.js'
import { amountText } from './sweep-text.js'
import type { WalkDocument } from './walk-document.js'

/** The result of a walk forward as text. */
export function walkText(document: WalkDocument, folder: string): string {
  const { varied, folds, pooled, resumed, threads, wallSeconds, warnings, hash } = document
  const head = [
    'fold',
    ...varied,
    'train events',
    'in sample',
    'an event',
    'test events',
    'out of sample',
    'an event',
    'as configured',
    'fills',
  ]
  const rows = folds.map(({ trainEvents, testEvents, parameters, inSample, outOfSample, configured }, at) => [
    String(at + 1),
    ...varied.map(name => parameterText(parameters, name)),
    String(trainEvents.length),
    amountText(inSample.profit.total),
    amountText(String(profitAnEvent(inSample, trainEvents.length))),
    String(testEvents.length),
    amountText(outOfSample.profit.total),
    amountText(String(profitAnEvent(outOfSample, testEvents.length))),
    amountText(configured.profit.total),
    String(outOfSample.fills),
  ])
  const trials = folds.reduce((sum, fold) => sum + fold.trials, 0)
  const more = resumed === 0 ? '' : `; ${resumed} of them were in the table already`
  return [
    textTable(head, rows),
    '',
    `pooled out of sample ${amountText(pooled.outOfSample)} over ${counted(pooled.events, 'event')}; as configured ${amountText(pooled.configured)}; in sample ${amountText(pooled.inSample)}`,
    `${counted(trials, 'trial')} on training events in ${duration(wallSeconds)} on ${counted(threads, 'thread')}${more}`,
    pooled.verdict,
    ...warnings.map(text => `  note: ${text}`),
    `  page ${folder}/walk-forward.html, hash ${hash}`,
  ].join('\n')
}
