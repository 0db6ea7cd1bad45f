import type { Timestamp } from '../model/time.js'
import { closeFace } from '../strategy/close-face.js'
import type { DarkReference, LiveReference } from '../strategy/view.js'

interface Shown {
  readonly state: 'live' | 'suspect' | 'lost'
  readonly value: number
  readonly at: Timestamp
  readonly since: Timestamp
  readonly why: string
}

/** A live reference as a strategy sees it. It has no state of its own. */
export class LiveReferenceFace implements LiveReference {
  readonly #of: Shown

  constructor(of: Shown) {
    this.#of = of
    Object.freeze(this)
  }

  get state() {
    return 'live' as const
  }

  get value(): number {
    return this.#of.value
  }

  get at(): Timestamp {
    return this.#of.at
  }
}

/** A dark reference as a strategy sees it. */
export class DarkReferenceFace implements DarkReference {
  readonly #of: Shown

  constructor(of: Shown) {
    this.#of = of
    Object.freeze(this)
  }

  get state(): DarkReference['state'] {
    return this.#of.state === 'suspect' ? 'suspect' : 'lost'
  }

  get since(): Timestamp {
    return this.#of.since
  }

  get why(): string {
    return this.#of.why
  }
}

for (const face of [LiveReferenceFace, DarkReferenceFace]) closeFace(face)
