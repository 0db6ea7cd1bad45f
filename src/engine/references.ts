import type { Market } from '../model/market.js'
import { Timestamp } from '../model/time.js'
import { declaredReferences } from '../strategy/declared-references.js'
import type { View } from '../strategy/view.js'
import type { Assignment } from './desk-options.js'
import { DarkReferenceFace, LiveReferenceFace } from './reference-face.js'

/** Values of reference feeds, by their names in the config. */
export class References {
  /** Changed by the last batch: the first `changedCount` entries; the array is reused. */
  readonly changed: Reference[] = []
  changedCount = 0
  /** Those of which an unchanged value came in the last batch: the first `renewedCount` entries; the array is reused, and may name one twice. */
  readonly renewed: Reference[] = []
  renewedCount = 0
  readonly #named = new Map<string, Reference>()

  /** Those with a feed, and those that a strategy declares. */
  get all(): readonly Reference[] {
    return [...this.#named.values()]
  }

  /** Dark until its first value. */
  named(name: string): Reference {
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const reference = new Reference(name, isChange => {
      if (isChange) this.changed[this.changedCount++] = reference
      else this.renewed[this.renewedCount++] = reference
    })
    this.#named.set(name, reference)
    return reference
  }

  /** References that a strategy reads in a market, each once. Throws a TypeError if it declares an invalid one. */
  declaredBy(assignment: Assignment | null, market: Market): readonly Reference[] {
    if (assignment === null || assignment.definition.references === undefined) return NONE
    const names = declaredReferences(assignment.definition, assignment.parameters, market)
    return Array.from(new Set(names), name => this.named(name))
  }

  /** Whether the last batch had any row of a reference. */
  get hasNews(): boolean {
    return this.changedCount + this.renewedCount > 0
  }

  forgetNews(): void {
    for (let i = 0; i < this.changedCount; i++) this.changed[i]!.forgetChange()
    this.changedCount = this.renewedCount = 0
  }
}

const NONE: readonly Reference[] = []

/** One reference as its feed has it. */
export class Reference {
  readonly name: string
  state: 'live' | 'suspect' | 'lost' = 'lost'
  value = Number.NaN
  at = Timestamp.ZERO
  since = Timestamp.ZERO
  why = 'no value has come yet'
  readonly #onNews: (isChange: boolean) => void
  readonly #live: LiveReferenceFace
  readonly #dark: DarkReferenceFace
  #isChanged = false

  constructor(name: string, onNews: (isChange: boolean) => void) {
    this.name = name
    this.#onNews = onNews
    this.#live = new LiveReferenceFace(this)
    this.#dark = new DarkReferenceFace(this)
  }

  /** As a strategy sees it. */
  get face(): LiveReferenceFace | DarkReferenceFace {
    return this.state === 'live' ? this.#live : this.#dark
  }

  /** Takes a value; an unchanged one only renews its age. */
  take(value: number, at: Timestamp): void {
    this.at = at
    if (this.state === 'live' && this.value === value) return this.#onNews(false)
    this.value = value
    if (this.state !== 'live') this.since = at
    this.state = 'live'
    this.why = ''
    this.#change()
  }

  /** Sets the feed's state. If its link ends after values were missed, the earlier time is kept. */
  tell(state: 'suspect' | 'lost', why: string, at: Timestamp): void {
    if (this.state === 'live' || this.since === Timestamp.ZERO) this.since = at
    if (this.state === state && this.why === why) return
    this.state = state
    this.why = why
    this.#change()
  }

  forgetChange(): void {
    this.#isChanged = false
  }

  #change(): void {
    if (this.#isChanged) return
    this.#isChanged = true
    this.#onNews(true)
  }
}

/** How a strategy reads its declared references. */
export const referenceReader =
  (declared: readonly Reference[]): View<unknown>['reference'] =>
  name => {
    for (const reference of declared) if (reference.name === name) return reference.face
    const names = declared.map(({ name }) => `"${name}"`).join(', ')
    throw new Error(
      `it reads the reference "${name}" and declares ${names === '' ? 'none' : names}: name it in "references" of the strategy`,
    )
  }
