import { dirname, resolve } from 'node:path'
import { inputLogOf } from '../../recording/open-by-content.js'
import { complaint, type LoadedConfig } from '../config/config.js'
import type { EmbeddedVenue } from '../config/config-schema.js'
import { usageError } from '../config/exit.js'

type Crowd = EmbeddedVenue['crowd']

/**
 * The config with the absolute path of the recording that its embedded exchange plays: the config's, relative to its folder, or the one from the
 * command line, relative to the working folder. Throws a `RecordingError` if there is no such file, and an `ExitError` with code 2 if the exchange
 * cannot play it.
 */
export function chooseRecording(
  loaded: LoadedConfig,
  { recording, speed }: { readonly recording?: string; readonly speed?: string },
): LoadedConfig {
  const { config, source } = loaded
  const { embedded } = config.venue
  if (embedded === undefined) {
    if (recording === undefined && speed === undefined) return loaded
    throw complaint(source, ['venue'], 'expected "embedded": only an embedded exchange plays a recording')
  }
  const crowd = crowdOf(embedded.crowd, { recording, speed, folder: dirname(source.file) })
  if (crowd.kind !== 'recorded') return loaded
  // Markets without a recorded crowd would be open without any orders.
  const world = embedded.crowd.kind === 'recorded' ? embedded.world : `${embedded.world}-recorded`.slice(-WORLD_MAX)
  return { ...loaded, config: { ...config, venue: { ...config.venue, embedded: { ...embedded, world, crowd } } } }
}

const WORLD_MAX = 40
const SPEED_MAX = 1_000

interface Asked {
  readonly recording: string | undefined
  readonly speed: string | undefined
  /** The recording of the config. */
  readonly folder: string
}

function crowdOf(crowd: Crowd, asked: Asked): Crowd {
  const isRecorded = crowd.kind === 'recorded'
  if (asked.recording === undefined && !isRecorded) {
    if (asked.speed === undefined) return crowd
    throw usageError('--speed: expected a recording to play, by --recording or in the config')
  }
  const speed = asked.speed === undefined ? null : speedOf(asked.speed)
  if (asked.recording !== undefined) {
    return { kind: 'recorded', file: existing(asked.recording, '.'), speed: speed ?? 1, loop: false }
  }
  return isRecorded ? { ...crowd, file: existing(crowd.file, asked.folder), speed: speed ?? crowd.speed } : crowd
}

const existing = (file: string, folder: string): string => inputLogOf(resolve(folder, file))

function speedOf(text: string): number {
  const speed = Number(text)
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && speed > 0 && speed <= SPEED_MAX) return speed
  throw usageError(`--speed: expected a number up to ${SPEED_MAX}, found "${text}"`)
}
