import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAcceptance } from './is-acceptance.js'

interface KalshiEvents {
  readonly files: readonly string[]
  readonly isSkipped: boolean
  /** For the test's name: why it is skipped. Empty for a test that runs. */
  readonly why: string
}

const SHARED = fileURLToPath(new URL('../../shared/data/kalshi-gold15m/events', import.meta.url))

/** A recording of 18 Kalshi markets, 1,147,635 messages in 19 files, which only `npm run acceptance` reads. */
export const kalshiEvents: KalshiEvents = findEvents()

function findEvents(): KalshiEvents {
  const folder = [process.env['ODDSMITH_RECORDINGS'] ?? '', SHARED].find(path => path !== '' && existsSync(path))
  if (folder === undefined) return { files: [], isSkipped: true, why: ' (skipped: ODDSMITH_RECORDINGS names no folder)' }
  if (!isAcceptance) return { files: [], isSkipped: true, why: ' (skipped: part of npm run acceptance)' }
  return { files: readdirSync(folder).map(name => join(folder, name)), isSkipped: false, why: '' }
}
