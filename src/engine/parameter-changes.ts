import type { ParametersChange } from '../model/batch.js'
import type { MarketId } from '../model/ids.js'
import type { Assignment } from './desk-options.js'

/** Parameters that a person changed in a run, by strategy and market: markets that join later get them too. */
export class ParameterChanges {
  readonly #byStanza = new Map<number, ParametersChange>()

  take(changes: readonly ParametersChange[]): void {
    for (const change of changes) this.#byStanza.set(change.stanza, change)
  }

  /** A market's assignment with the current parameters. */
  applied(assignment: Assignment | null, market: MarketId): Assignment | null {
    const change = assignment?.stanza === undefined ? undefined : this.#byStanza.get(assignment.stanza)
    if (assignment === null || change === undefined) return assignment
    return { ...assignment, parameters: change.markets[market] ?? change.parameters }
  }
}
