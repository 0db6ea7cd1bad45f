import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SeedRequest } from './run-seeds.js'
import type { Watch } from './sim-bot.js'
import { SimWorld } from './world.js'

/** How one seed went. */
export interface SimResult {
  readonly seed: number
  readonly events: number
  /** Of everything that happened, in its order. */
  readonly hash: string
  readonly virtualSeconds: number
  /** What was reached in it: a run in which nothing happens proves nothing. */
  readonly counts: Readonly<Record<string, number>>
  /** null: every promise held. */
  readonly failure: { readonly message: string; readonly lastLines: readonly string[] } | null
}

/**
 * Runs one seed for the number of events that it names, with what watches each session. Resolves also where a promise was broken. `holds`: whether virtual
 * time waits for something outside the simulation; asked when nothing else is left to do at its moment.
 */
export async function simulate(
  { seed, events, lines }: SeedRequest,
  watch?: Watch,
  holds: () => boolean = () => false,
): Promise<SimResult> {
  const folder = mkdtempSync(join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'oddsmith-simulation-'))
  const world = new SimWorld({ seed, lines }, folder, { watch, holds })
  const stray = (error: unknown): void => world.fail(error instanceof Error ? error : new Error(String(error)))
  process.on('unhandledRejection', stray)
  process.on('uncaughtException', stray)
  const startsAt = world.time.now
  try {
    await world.run(events)
  } catch (error) {
    stray(error)
  } finally {
    process.off('unhandledRejection', stray)
    process.off('uncaughtException', stray)
    world.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const { failure, trace, counts } = world
  return {
    seed,
    events: trace.count,
    hash: trace.hash,
    virtualSeconds: (world.time.now - startsAt) / 1e6,
    counts,
    failure: failure === null ? null : { message: wordsOf(failure), lastLines: world.lastLines() },
  }
}

/** Files there never touch a disk. */
const MEMORY_FOLDER = '/dev/shm'

/** A broken promise is a sentence; anything else needs its stack. */
const wordsOf = (failure: Error): string =>
  failure.name === 'Violation' ? failure.message : (failure.stack ?? failure.message)
