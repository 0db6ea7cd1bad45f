import type { ReplayOrder } from './replay-messages.js'
import { openReplayer, type Reading, type Replayer } from './replayer.js'

/** Something that is played in a process of its own. */
export interface Contender {
  readonly name: string
  readonly order: ReplayOrder
}

export interface TurnOptions {
  readonly rounds: number
  /** How long one contender plays within a round, at least one pass. */
  readonly msPerRound: number
  /** How long it plays before the first round, which is not counted, to warm up the compiler. 0: not at all. */
  readonly msToWarm: number
}

/** The minimum over rounds in which contenders play in turn, each warm in its process, so that a noisy moment of the machine affects all of them. */
export async function playInTurn(
  contenders: readonly Contender[],
  { rounds, msPerRound, msToWarm }: TurnOptions,
): Promise<ReadonlyMap<string, Reading>> {
  const open = new Map<string, Replayer>()
  const best = new Map<string, Reading>()
  try {
    for (const { name, order } of contenders) open.set(name, await openReplayer(order))
    if (msToWarm > 0) for (const replayer of open.values()) await replayer.play({ ms: msToWarm })
    for (let round = 0; round < rounds; round++)
      for (const [name, replayer] of open) keepLeast(best, name, await replayer.play({ ms: msPerRound }))
  } finally {
    for (const replayer of open.values()) await replayer.close()
  }
  return best
}

const FIRST: TurnOptions = { rounds: 1, msPerRound: 0, msToWarm: 0 }

/** The minimum over first passes of fresh processes, contender by contender in turn. */
export async function firstPasses(contenders: readonly Contender[], rounds: number): Promise<ReadonlyMap<string, Reading>> {
  const best = new Map<string, Reading>()
  for (let round = 0; round < rounds; round++)
    for (const one of contenders) for (const [name, reading] of await playInTurn([one], FIRST)) keepLeast(best, name, reading)
  return best
}

/** Load from neighbours in one round does not affect another. */
function keepLeast(best: Map<string, Reading>, name: string, reading: Reading): void {
  if (reading.ns < (best.get(name)?.ns ?? Number.POSITIVE_INFINITY)) best.set(name, reading)
}
