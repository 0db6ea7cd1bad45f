import type { Choice, Rules } from './choose.js'
import type { Contestant } from './contestants.js'
import type { Judgement } from './judge.js'

/** A contestant, its chosen parameters, and their results. */
export interface Row {
  readonly contestant: Contestant
  readonly choice: Choice
  readonly judgements: readonly Judgement[]
}

const HEAD = [
  'strategy',
  'fill model',
  'profit',
  'spread',
  'drift',
  'settlement',
  'fees',
  'rewards',
  'fills',
  'markout 30 s, ¢',
  'worst case held',
  'profit for each of it',
]

/** Two tables in Markdown: the results, best under the pessimistic model first, and the chosen parameters. */
export function tableText({ train, test, trials, worstCaseUsdt }: Rules, rows: readonly Row[]): string {
  const ranked = rows.toSorted((a, b) => (b.judgements[0]?.profit ?? 0) - (a.judgements[0]?.profit ?? 0))
  const first = ranked[0]?.judgements[0]
  const lines = ranked.flatMap(({ contestant, judgements }) => judgements.map(one => cells(contestant.name, one)))
  const choices = ranked.map(({ contestant, choice }) => [contestant.name, tried(choice), words(choice.parameters)])
  const flaws = ranked.flatMap(({ contestant, judgements }) =>
    judgements.flatMap(({ model, refused }) =>
      Object.entries(refused).map(([rule, count]) => `${contestant.name}, ${model}: ${rule} ${count} times`),
    ),
  )
  return [
    `Chosen on ${train.length} markets with ${trials} trials each, judged on the ${test.length} others; each market may lose ${worstCaseUsdt} USDT at most. Money in USDT.`,
    '',
    table(HEAD, lines),
    '',
    first?.verdict ?? '',
    ...(flaws.length === 0
      ? ['No order was refused for grid, least value, missing shares or collar.']
      : ['Refused:', ...flaws]),
    '',
    table(['strategy', 'tried: best profit', 'chosen parameters'], choices),
  ].join('\n')
}

const cells = (name: string, one: Judgement): readonly string[] => [
  name,
  one.model,
  ...[one.profit, one.spread, one.drift, one.settlement, one.fees, one.rewards].map(value => value.toFixed(2)),
  String(one.fills),
  one.markoutCents?.toFixed(2) ?? '',
  one.worstCase.toFixed(2),
  one.perWorstCase?.toFixed(3) ?? '',
]

const tried = ({ tried, profit }: Choice): string => (profit === null ? 'as it is' : `${tried}: ${profit.toFixed(2)}`)

const words = (parameters: Readonly<Record<string, unknown>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${JSON.stringify(value).replaceAll('"', '')}`)
    .join(', ')

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
