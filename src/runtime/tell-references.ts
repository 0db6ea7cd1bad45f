import type { References } from '../engine/references.js'
import type { RunNotice } from './run-notice.js'

/** Reports when a reference becomes live, and when and why it goes dark. Call it after each turn. */
export function createReferenceTeller(references: References, notice: RunNotice): () => void {
  const told = new Map<string, string>()
  return () => {
    for (let i = 0; i < references.changedCount; i++) {
      const { name, state, value, why } = references.changed[i]!
      if (told.get(name) === state) continue
      told.set(name, state)
      if (state === 'live') notice('info', `the reference ${name} is live at ${value}`, { reference: name })
      else notice('warn', `the reference ${name} is ${state}: ${why}`, { reference: name })
    }
  }
}
