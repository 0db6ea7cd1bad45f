import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDeskState } from '../../src/engine/desk-state.js'
import { type Journal, openJournal } from '../../src/journal/journal.js'
import { RandomSession } from '../engine/random-session.js'

/** A journal on disk with all that a desk among random books and answers would have written, and its checkpoints. */
export function sessionFile(steps = 300, every = 100): { readonly file: string; readonly session: RandomSession } {
  const file = join(mkdtempSync(join(tmpdir(), 'oddsmith-journal-')), 'journal.db')
  const session = new RandomSession(20_260_101)
  const { bench } = session
  const journal = openJournal(file, { epoch: 7 })
  journal.save({ at: bench.now, markets: bench.markets, state: freshDeskState(7) })
  let written = writeFrom(journal, session, 0)
  for (let done = 0; done < steps; done += every) {
    session.run(every)
    written = writeFrom(journal, session, written)
    journal.save({ at: bench.now, markets: bench.markets, state: bench.desk.state() })
  }
  journal.rest()
  journal.close()
  return { file, session }
}

function writeFrom(journal: Journal, { bench }: RandomSession, from: number): number {
  for (const entry of bench.journal.slice(from)) {
    const { at } = entry
    if (entry.kind !== 'submit') journal.append({ at, entries: [entry], orders: [] })
    else {
      const signed = { id: entry.submit.id, hash: entry.hash, body: new TextEncoder().encode(entry.hash) }
      journal.append({ at, entries: [], orders: [{ submit: entry.submit, signed }] })
    }
  }
  return bench.journal.length
}
