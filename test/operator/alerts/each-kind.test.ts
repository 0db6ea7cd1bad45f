import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { AlertKind } from '../../../src/operator/alerts/alert.js'

const ROOT = resolve(import.meta.dirname, '../../..')

interface Provoked {
  readonly file: string
  readonly name: string
}

const ofRun = (name: string): Provoked => ({ file: 'test/operator/alerts/provoked.test.ts', name })
const ofDaemon = (name: string): Provoked => ({ file: 'test/end-to-end/alerts.test.ts', name })

/** The test that provokes each kind of alert, and sees it arrive once and resolve. */
const PROVOKED: Readonly<Record<AlertKind, readonly Provoked[]>> = {
  halt: [ofRun('a limit of loss that is passed halts and rings, and resolves once a person resumes')],
  strategy: [ofRun('a strategy that fails rings, and resolves once it is made again')],
  difference: [
    ofRun('an end of orders that the stream keeps to itself rings as a difference, and resolves once the account was read'),
  ],
  feed: [
    ofRun('streams that are lost ring, that of our orders as critical, and resolve when they are back'),
    {
      file: 'test/operator/alerts/reference-alerts.test.ts',
      name: 'a reference whose $what rings once, and resolves with its next value',
    },
  ],
  'no-quote': [ofRun('quotes that the venue does not take ring, and resolve when it takes them')],
  limit: [ofRun('a limit that is nearly used up rings, and resolves when it is not')],
  settlement: [
    ofRun('a settlement that fails rings, and is over when no other one did for a time'),
    ofRun('a settlement that takes too long rings, and resolves once it is done'),
  ],
  disk: [
    {
      file: 'test/end-to-end/full-disk-alert.test.ts',
      name: 'a disk that is really full rings once, no order leaves without the journal, and the next run with room resolves it',
    },
  ],
  hang: [ofDaemon('a trading thread that hangs rings from the door, once, and resolves in the run after it')],
  daemon: [ofDaemon('a daemon that dies rings from its keeper, once, and resolves when the next one trades')],
  keeper: [ofDaemon('a daemon that dies rings from its keeper, once, and resolves when the next one trades')],
  door: [ofRun('a door that hangs rings from the keeper, and resolves once it was made again')],
  'restart-loop': [
    {
      file: 'test/cli/trade/keeper-alerts.test.ts',
      name: 'starts that follow one another ring, and resolve once a run has lasted',
    },
  ],
  test: [ofDaemon('oddsmith alerts test sends one to each, and says what each answered')],
}

test.each(Object.values(PROVOKED).flat())('"$name" is a test of $file', ({ file, name }) => {
  expect(readFileSync(resolve(ROOT, file), 'utf8')).toContain(`'${name}`)
})
