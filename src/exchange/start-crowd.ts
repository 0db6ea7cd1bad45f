import { resolve } from 'node:path'
import type { Payout } from '../model/payout.js'
import { Timestamp } from '../model/time.js'
import { openByContent, recordedMarkets } from '../recording/open-by-content.js'
import type { CrowdCommand } from './core/command.js'
import { createFairValue } from './crowd/fair-value.js'
import { winnerOf } from './crowd/group-value.js'
import { isRow } from './crowd/is-row.js'
import { createPlayback, type Playback } from './crowd/playback.js'
import { createSyntheticCrowd, type SyntheticCrowd } from './crowd/synthetic.js'
import { createHiddenValues, type HiddenValues } from './hidden-values.js'
import type { CrowdOptions } from './server/exchange-options.js'
import type { UndecidedMarket } from './server/markets/market-seed.js'
import { openRecordedMarkets } from './server/markets/recorded-markets.js'
import type { Reads } from './server/read-models/reads.js'
import type { StopTimer } from './server/timers.js'
import type { Writes } from './server/writes/writes.js'

type Recorded = Extract<CrowdOptions, { kind: 'recorded' }>

/** Stops a crowd. */
export type StopCrowd = () => void

const ACT_EVERY_MS = 100
/** Shortest time between two steps of a recording. */
const PLAY_EVERY_MS = 2
/** How long the hidden value moves in a market without an end. */
const ENDLESS_US = 86_400_000_000

/** Lets the synthetic crowd act ten times a second; its commands go through the log like all others. */
export const startSynthetic = (writes: Writes, seed: number, crowdOptions: CrowdOptions | undefined): StopCrowd => {
  const { sequencer, timers, reads } = writes
  const noise = crowdOptions?.kind === 'synthetic' ? crowdOptions.noiseASecond : undefined
  const crowd = createSyntheticCrowd({ seed, ...(noise !== undefined && { noiseASecond: noise }) })
  const meet = greeter(reads, crowd, createHiddenValues(reads, seed))
  const stop = (error: unknown): void => {
    stopActing()
    writes.log('the crowd has left', { error: String(error) })
  }
  const act = (): void => {
    meet()
    for (const command of crowd.step(reads.now(), reads.core)) sequencer.apply({ command }).catch(stop)
  }
  const stopActing = timers.every(ACT_EVERY_MS, act)
  act()
  return stopActing
}

/** Adds the crowd to each new market, unless its result is known or it is marked as quiet. */
const greeter = ({ core, markets: { catalog } }: Reads, crowd: SyntheticCrowd, values: HiddenValues): (() => void) => {
  const met = new Set<number>()
  let seen = -1
  return () => {
    if (catalog.revision === seen) return
    seen = catalog.revision
    values.forget()
    for (const words of catalog.markets()) {
      if (met.has(words.id)) continue
      met.add(words.id)
      if (core.market(words.id)?.result !== null) crowd.leave(words.id)
      else if (words.isQuiet !== true) crowd.join(words.id, values.of(words))
    }
  }
}

/** Results of markets that are about to be opened, by their hidden values at the end; `null`: the market has no end. */
export const hiddenResults = (seed: number, markets: readonly UndecidedMarket[]): readonly (Payout | null)[] => {
  const walks = markets.map(({ id, at, endsAt }) =>
    createFairValue({ seed, market: id, startsAt: at, endsAt: endsAt ?? Timestamp.add(at, ENDLESS_US) }),
  )
  return markets.map(({ endsAt, group }, index) => {
    if (endsAt === null) return null
    if (group === null) return walks[index]?.outcome ?? null
    const members = markets.flatMap((market, place) => (market.group === group ? [place] : []))
    return members[winnerOf(members.flatMap(place => walks[place] ?? []))] === index ? 1 : 0
  })
}

/**
 * Plays a recording on markets of its own; resolves when their books are there. Rejects when the recording cannot be read; a later failure is only
 * logged.
 */
export const startRecorded = async (writes: Writes, crowd: Recorded): Promise<StopCrowd> => {
  const file = resolve(crowd.file)
  let playback = await beginPlaying(writes, { ...crowd, file })
  // The recording ended while the exchange was down: close its markets and begin again on new ones.
  if (playback.nextDue() === null) playback = await beginPlaying(writes, { ...crowd, file })
  return keepPlaying(writes, playback)
}

const beginPlaying = async (writes: Writes, { file, speed, loop }: Recorded): Promise<Playback> => {
  const markets = await recordedMarkets(file)
  const played = await openRecordedMarkets(writes, { file, speed, markets })
  const playback = createPlayback({
    open: () => openByContent(file),
    markets: markets.map((recorded, index) => ({ recorded, id: played.ids[index] ?? null })),
    startedAt: played.startedAt,
    speed: played.speed,
    isLoop: loop ?? false,
  })
  await playStep(writes, playback)
  return playback
}

const keepPlaying = (writes: Writes, playback: Playback): StopCrowd => {
  let stopTimer: StopTimer | null = null
  let isStopped = false
  const playOn = async (): Promise<void> => {
    await playStep(writes, playback)
    schedule()
  }
  const leave = (error: unknown): void => {
    if (!isStopped) writes.log('the recorded crowd has left', { error: String(error) })
  }
  const schedule = (): void => {
    const due = playback.nextDue()
    if (due === null && !isStopped) writes.log('the recording is over')
    if (due === null || isStopped) return
    const wait = Math.max(PLAY_EVERY_MS, Math.ceil((due - writes.reads.now()) / 1_000))
    stopTimer = writes.timers.after(Math.min(wait, LONGEST_WAIT_MS), () => void playOn().catch(leave))
  }
  schedule()
  return () => {
    isStopped = true
    stopTimer?.()
  }
}

const LONGEST_WAIT_MS = 60_000

/** Plays rows in runs; other commands are applied between them, in order. */
const playStep = async ({ sequencer }: Writes, playback: Playback): Promise<void> => {
  let rows: CrowdCommand[] = []
  for (const command of await playback.step(sequencer.now())) {
    if (isRow(command)) rows.push(command)
    else {
      sequencer.play(rows)
      rows = []
      await sequencer.apply({ command })
    }
  }
  if (rows.length > 0) sequencer.play(rows)
}
