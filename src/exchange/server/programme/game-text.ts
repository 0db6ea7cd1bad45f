import type { Team, VariantDetails } from '../text/market-text.js'
import { type Draw, pick } from './draw.js'
import { type OccurrenceMarket, type OccurrenceText, PRACTICE, withoutFeed } from './occurrence.js'
import type { Span } from './plan-market.js'
import type { Contestant, SeriesOf } from './programme-seed.js'

/** The text of a game between two drawn contestants. An outside oracle resolves it. */
export const gameText = (series: SeriesOf<GameKind>, span: Span, draw: Draw): OccurrenceText => ({
  ...wordsOf(series, span, draw),
  resolutionProvider: 'THREE_PO',
})

type GameText = Omit<OccurrenceText, 'resolutionProvider'>

const wordsOf = (series: SeriesOf<GameKind>, span: Span, draw: Draw): GameText => {
  switch (series.kind) {
    case 'sports-match':
      return matchText(series, span, draw)
    case 'sports-team-match':
      return teamMatchText(series, span, draw)
    case 'sports-spread':
      return spreadText(series, span, draw)
    case 'sports-props':
      return propsText(series, span, draw)
    case 'esports-lol':
    case 'esports-cs2':
      return esportsText(series, span, draw)
    default:
      return series satisfies never
  }
}

type GameKind = 'sports-match' | 'sports-team-match' | 'sports-spread' | 'sports-props' | 'esports-lol' | 'esports-cs2'

const SPORTS = { ...PRACTICE, id: '4', name: 'Sports' }
const ESPORTS = { ...PRACTICE, id: '5', name: 'Esports' }
/** The provider of a game's result. */
const PROVIDER = 'oddsmith'

const matchText = (series: SeriesOf<'sports-match'>, span: Span, draw: Draw): GameText => {
  const [home, away] = teamsOf(series, draw)
  const game = `${home.name} against ${away.name}`
  const one = (title: string, question: string, team: Team | null): OccurrenceMarket => ({
    title,
    question,
    marketVariant: 'SPORTS_MATCH',
    marketType: 'SPORTS_MONEYLINE',
    variantData: withoutFeed('SPORTS_MATCH'),
    variantDetails: sports(team, null, span),
    team,
  })
  return {
    title: `${series.league}: ${game}`,
    isNegRisk: true,
    teams: [home, away],
    tags: [PRACTICE, SPORTS],
    variantDetails: sports(null, null, span),
    markets: [
      one(home.name, `Will ${home.name} beat ${away.name}?`, home),
      one('Draw', `Will ${game} end in a draw?`, null),
      one(away.name, `Will ${away.name} beat ${home.name}?`, away),
    ],
  }
}

const teamMatchText = (series: SeriesOf<'sports-team-match'>, span: Span, draw: Draw): GameText => {
  const teams = teamsOf(series, draw)
  const [home, away] = teams
  const game = `${home.name} against ${away.name}`
  return {
    title: `${series.league}: ${game}`,
    isNegRisk: false,
    teams,
    tags: [PRACTICE, SPORTS],
    variantDetails: sports(null, null, span),
    markets: [
      {
        title: game,
        question: `Who wins, ${home.name} or ${away.name}?`,
        outcomes: [home.name, away.name],
        marketVariant: 'SPORTS_TEAM_MATCH',
        marketType: 'SPORTS_MONEYLINE',
        variantData: withoutFeed('SPORTS_TEAM_MATCH'),
        variantDetails: sports(null, null, span),
        outcomeExtras: [
          { team: home, variantDetails: sports(home, null, span) },
          { team: away, variantDetails: sports(away, null, span) },
        ],
      },
    ],
  }
}

const spreadText = (series: SeriesOf<'sports-spread'>, span: Span, draw: Draw): GameText => {
  const teams = teamsOf(series, draw)
  const [home, away] = teams
  const line = pick(series.lines, draw.at(LINE)) ?? 0
  const game = `${home.name} against ${away.name}`
  return {
    title: `${series.league}: ${game}, by how much`,
    isNegRisk: false,
    teams,
    tags: [PRACTICE, SPORTS],
    variantDetails: sports(null, line, span),
    markets: [
      {
        title: `${home.name} by more than ${line}`,
        question: `Will ${home.name} beat ${away.name} by more than ${line}?`,
        outcomes: [home.name, away.name],
        marketVariant: 'SPORTS_TEAM_MATCH',
        marketType: 'SPORTS_SPREAD',
        variantData: withoutFeed('SPORTS_TEAM_MATCH'),
        variantDetails: sports(home, line, span),
        outcomeExtras: [
          { team: home, variantDetails: sports(home, -line, span) },
          { team: away, variantDetails: sports(away, line, span) },
        ],
      },
    ],
  }
}

const propsText = (series: SeriesOf<'sports-props'>, span: Span, draw: Draw): GameText => {
  const teams = teamsOf(series, draw)
  const line = pick(series.lines, draw.at(LINE)) ?? 0
  const game = `${teams[0].name} against ${teams[1].name}`
  return {
    title: `${series.league}: ${game}, ${series.unit}`,
    isNegRisk: false,
    teams,
    tags: [PRACTICE, SPORTS],
    variantDetails: sports(null, line, span),
    markets: [
      {
        title: `More than ${line} ${series.unit}`,
        question: `Will ${game} see more than ${line} ${series.unit}?`,
        outcomes: ['Over', 'Under'],
        marketVariant: 'SPORTS_PROPS',
        marketType: 'SPORTS_TOTAL',
        variantData: withoutFeed('SPORTS_PROPS'),
        variantDetails: sports(null, line, span),
      },
    ],
  }
}

const esportsText = (series: SeriesOf<'esports-lol' | 'esports-cs2'>, span: Span, draw: Draw): GameText => {
  const teams = teamsOf(series, draw)
  const [first, second] = teams
  const { bestOf, kind, league } = series
  const [variant, title] = kind === 'esports-lol' ? (['ESPORTS_LOL', 'LoL'] as const) : (['ESPORTS_CS2', 'CS2'] as const)
  const details = (team: Team | null): VariantDetails => ({ esports: { ...versus(team, null, span), title, bestOf } })
  const game = `${first.name} against ${second.name}`
  return {
    title: `${league}: ${game}, best of ${bestOf}`,
    isNegRisk: false,
    teams,
    tags: [PRACTICE, ESPORTS],
    variantDetails: details(null),
    markets: [
      {
        title: game,
        question: `Who wins the best of ${bestOf}, ${first.name} or ${second.name}?`,
        outcomes: [first.name, second.name],
        marketVariant: variant,
        variantData: withoutFeed(variant),
        variantDetails: details(null),
        outcomeExtras: [
          { team: first, variantDetails: details(first) },
          { team: second, variantDetails: details(second) },
        ],
      },
    ],
  }
}

/** Numbers of the draws of teams begin here, after those of markets. */
const FIRST_TEAM = 1_000_001
const SECOND_TEAM = 1_000_002
const LINE = 1_000_003

interface League {
  readonly league: string
  readonly contestants: readonly Contestant[]
}

const teamsOf = ({ league, contestants }: League, draw: Draw): readonly [Team, Team] => {
  const first = Math.floor(draw.at(FIRST_TEAM) * contestants.length)
  const step = 1 + Math.floor(draw.at(SECOND_TEAM) * (contestants.length - 1))
  const team = (index: number): Team => {
    const { name, abbreviation } = contestants[index] ?? { name: `Team ${index + 1}`, abbreviation: `T${index + 1}` }
    return { id: index + 1, name, abbreviation, alias: null, league, imageUrl: null }
  }
  return [team(first), team((first + step) % contestants.length)]
}

type Versus = NonNullable<VariantDetails['sports']>

const sports = (team: Team | null, line: number | null, span: Span): VariantDetails => ({ sports: versus(team, line, span) })

const versus = (team: Team | null, line: number | null, { startsAt }: Span): Versus => ({
  provider: PROVIDER,
  team:
    team === null
      ? null
      : { id: team.id, name: team.name, abbreviation: team.abbreviation, providerTeamId: [`${PROVIDER}-${team.id}`] },
  line,
  gameId: `${PROVIDER}-${startsAt / 1_000_000}`,
})
