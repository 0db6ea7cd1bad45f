import { resolve } from 'node:path'
import { chooseRecording } from './choose-recording.js'
import { loadConfig } from './config.js'
import { parseDuration } from './duration.js'
import { listenForEnd } from './end-of-run.js'
import { ExitCode, ExitError } from './exit.js'
import { expectPossible } from './expect-possible.js'
import { loadStanzas } from './load-stanzas.js'
import { createRunLog } from './log.js'
import { openWorld } from './world.js'

/** What a person may say beside the config. */
export interface RunFlags {
  readonly for?: string
  readonly json?: boolean
  readonly home: string
  readonly seed?: string
  readonly recording?: string
  readonly speed?: string
}

/** Runs a config until it ends, and says with which code. Rejects with an `ExitError`, or with what the venue or the journal threw. */
export async function startRun(file: string, flags: RunFlags): Promise<ExitCode> {
  const forMs = flags.for === undefined ? null : parseDuration(flags.for)
  const loaded = chooseRecording(loadConfig(file), flags)
  const stanzas = await loadStanzas(loaded)
  expectPossible(loaded, stanzas)
  const runLog = await createRunLog()
  const { log } = runLog
  const home = resolve(flags.home)
  const end = listenForEnd(log)
  // The embedded exchange wakes up in its thread while this one loads what trades.
  const [world, { trade }] = await Promise.all([
    openWorld({ loaded, log, home, seed: seedOf(flags.seed), environment: process.env }),
    import('./trade.js'),
  ])
  try {
    return await trade(world, { loaded, stanzas, runLog, log, end, home, forMs, isJson: flags.json === true })
  } finally {
    await world.close()
  }
}

function seedOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new ExitError(ExitCode.USAGE, `--seed: expected a whole number, found "${text}"`)
}
