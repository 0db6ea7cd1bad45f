import type { CoreAnswer, CoreCommand } from '../../core/command.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Note } from '../log/note.js'
import type { Writes } from './writes.js'

/** Applies entries and writes notes, in one commit. Rejects with a refusal when the core refuses an entry; the others are still carried out. */
export const carryOut = async (
  { sequencer }: Writes,
  { entries, notes }: { readonly entries?: readonly LogEntry[]; readonly notes?: readonly Note[] },
): Promise<void> => {
  const answers = (entries ?? []).map(entry => sequencer.apply(entry))
  const noted = (notes ?? []).map(note => sequencer.note(note))
  const [done] = await Promise.all([Promise.all(answers), Promise.all(noted)])
  for (const answer of done) expectDone(answer)
}

/** Applies one command. Rejects with a refusal when the core refuses it. */
export const command = (writes: Writes, one: CoreCommand): Promise<void> => carryOut(writes, { entries: [{ command: one }] })

/** The refusal of an operator's command has the core's own note as its message. */
const expectDone = (answer: CoreAnswer): void => {
  if (answer.kind !== 'refused') return
  if (answer.reason === 'unknown-market') throw notFound('market')
  throw badRequest(answer.note ?? `the exchange refuses: ${answer.reason}`)
}
