import type { CoreAnswer, CoreCommand } from '../../core/command.js'
import { badRequest, notFound } from '../http/refusal.js'
import type { LogEntry } from '../log/log-entry.js'
import type { Note } from '../log/note.js'
import type { Writes } from './writes.js'

/** Entries and notes of one deed, in one commit. Throws a refusal where the core refuses; what came before that stays done. */
export const carryOut = async (
  { sequencer }: Writes,
  { entries, notes }: { readonly entries?: readonly LogEntry[]; readonly notes?: readonly Note[] },
): Promise<void> => {
  const answers = (entries ?? []).map(entry => sequencer.apply(entry))
  const noted = (notes ?? []).map(note => sequencer.note(note))
  const [done] = await Promise.all([Promise.all(answers), Promise.all(noted)])
  for (const answer of done) expectDone(answer)
}

/** One command. Throws a refusal where the core refuses. */
export const command = (writes: Writes, one: CoreCommand): Promise<void> => carryOut(writes, { entries: [{ command: one }] })

/** An operator's wish is no order: what is wrong with it is said in the core's own words. */
const expectDone = (answer: CoreAnswer): void => {
  if (answer.kind !== 'refused') return
  if (answer.reason === 'unknown-market') throw notFound('market')
  throw badRequest(answer.note ?? `the exchange refuses: ${answer.reason}`)
}
