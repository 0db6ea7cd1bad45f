import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sameResults } from './same-results.js'

/** 18 Kalshi markets; after a change that shall change results: ODDSMITH_ACCEPTANCE=1 and -u, see same-results.test.ts. */
const SHARED = fileURLToPath(new URL('../../../shared/data/kalshi-gold15m/events', import.meta.url))
const FOLDER = [process.env['ODDSMITH_RECORDINGS'] ?? '', SHARED].find(folder => folder !== '' && existsSync(folder)) ?? ''
const isAsked = process.env['ODDSMITH_ACCEPTANCE'] !== undefined
const why =
  FOLDER === '' ? ' (skipped: ODDSMITH_RECORDINGS names no folder)' : isAsked ? '' : ' (skipped: part of npm run acceptance)'

test.skipIf(FOLDER === '' || !isAsked)(
  `18 Kalshi markets come to the same fills, profit, samples, quotes and counts${why}`,
  { timeout: 240_000 },
  async () => {
    expect(await sameResults(readdirSync(FOLDER).map(name => join(FOLDER, name)))).toMatchSnapshot()
  },
)
