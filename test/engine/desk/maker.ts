import type { DeskState } from '../../../src/engine/desk-state.js'
import type { Turn } from '../../../src/engine/news.js'
import type { Command, Submit } from '../../../src/model/intent.js'
import { type Decision, pull } from '../../../src/model/quote.js'
import type { Snapshot } from '../../../src/model/report.js'
import type { LiveBook, View } from '../../../src/strategy/view.js'
import { DeskBench, level, picture, rows, settings, snapshotOf, submitsOf, type Told, written } from '../desk-bench.js'

/** The YES prices at which a maker wants to rest 20 shares. A side that is `null` or left out rests nothing. */
export interface Wishes {
  readonly bid?: number | null
  readonly ask?: number | null
}

/** A report of the venue about an order, which is found among those that the maker placed. */
export type Word = (placed: (text: string) => Submit) => Told

type TurnInput = Parameters<DeskBench['turn']>[0]

/** All that comes in one turn. */
export interface Step extends Omit<TurnInput, 'reports'> {
  readonly hears?: readonly Word[]
}

export interface MakerOptions {
  /** Decides in place of the wishes. */
  readonly decide?: (view: View<unknown>) => Decision
  /** Is shown each live book that the strategy sees. */
  readonly looks?: (book: LiveBook) => void
  readonly watches?: 'touch' | 'depth'
  readonly settings?: Parameters<typeof settings>[0]
  readonly state?: DeskState
}

/**
 * A market maker with its desk and one market. What happens to it are its methods: each is one turn of the desk and answers the commands of that turn
 * in words, `buy yes 0.45 20` for an order and `cancel buy yes 0.45 20` for the removal of that order.
 */
export class Maker {
  readonly bench: DeskBench
  readonly #placed: Submit[] = []
  #wishes: Wishes
  #last: Turn | null = null
  /** The commands of the last turn in words. */
  did: readonly string[] = []

  constructor(wishes: Wishes, { decide, looks, settings: changes, ...options }: MakerOptions = {}) {
    this.#wishes = wishes
    this.bench = new DeskBench({
      ...options,
      settings: settings(changes),
      decide: view => {
        if (view.book.state === 'live') looks?.(view.book)
        return decide === undefined ? this.#quote(view) : decide(view)
      },
    })
  }

  /** The last turn, with its refusals, halt and adjustments. */
  get last(): Turn {
    if (this.#last === null) throw new Error('nothing has happened to this maker yet')
    return this.#last
  }

  get summary(): ReturnType<DeskBench['desk']['summary']> {
    return this.bench.desk.summary()
  }

  /** Changes what it wants from the next decision on; that alone is no turn. */
  wants(wishes: Wishes): void {
    this.#wishes = { ...this.#wishes, ...wishes }
  }

  /** The link to the venue lives, and the first snapshot of the account comes: 1,000 dollars, no shares and no orders unless it says otherwise. */
  linkOpens(snapshot: Partial<Snapshot> = {}): readonly string[] {
    return this.happens({ hears: [() => LINK_LIVES, () => ({ kind: 'snapshot', snapshot: snapshotOf(snapshot) })] })
  }

  /** A whole book, such as `ask 0.60 100 / bid 0.40 100`. */
  bookOpens(book: string): readonly string[] {
    return this.happens({ events: picture(book) })
  }

  /** Levels change. */
  bookMoves(levels: string, afterMs = 1): readonly string[] {
    return this.happens({ events: rows(levels), afterMs })
  }

  /** Several reports come in one turn. */
  hears(...hears: readonly Word[]): readonly string[] {
    return this.happens({ hears })
  }

  timerFires(): readonly string[] {
    return this.happens({ timer: true })
  }

  /** Time goes by, and then a turn comes without news. */
  waits(afterMs: number): readonly string[] {
    return this.happens({ afterMs })
  }

  operatorSays(...controls: NonNullable<TurnInput['controls']>): readonly string[] {
    return this.happens({ controls })
  }

  happens({ hears, ...step }: Step): readonly string[] {
    const reports = (hears ?? []).map(word => word(text => this.placed(text)))
    this.#last = this.bench.turn({ ...step, reports })
    this.#placed.push(...submitsOf(this.#last))
    this.did = this.#last.commands.map(command => this.#inWords(command))
    return this.did
  }

  /** The order of these words. Those that a newer order has taken from it are `buy yes 0.45 20 (1 of 2)`. */
  placed(words: string): Submit {
    const order = this.#placed.find(each => this.#wordsOf(each) === words)
    if (order !== undefined) return order
    throw new Error(`the maker placed no order "${words}", but: ${this.#placed.map(each => this.#wordsOf(each)).join(', ')}`)
  }

  #wordsOf(order: Submit): string {
    const text = written(order)
    const same = this.#placed.filter(each => written(each) === text)
    return same.at(-1) === order ? text : `${text} (${same.indexOf(order) + 1} of ${same.length})`
  }

  #inWords(command: Command): string {
    if (command.kind === 'submit') return written(command)
    const order = this.#placed.find(({ id }) => id === command.order)
    return `cancel ${order === undefined ? command.order : this.#wordsOf(order)}`
  }

  #quote({ book }: View<unknown>): Decision {
    if (book.state !== 'live') return pull('dark')
    const resting = (price: number | null | undefined) => (typeof price === 'number' ? level(price, 20) : null)
    return book.quote({ bid: resting(this.#wishes.bid), ask: resting(this.#wishes.ask) })
  }
}

const LINK_LIVES: Told = { kind: 'link', state: 'live' }
