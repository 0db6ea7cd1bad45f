import { holds, type SignatureClaim } from '../../../protocol/verify.js'
import { SignatureSlots, SLOTS, slotMemory } from './signature-slots.js'
import { type SignatureThread, startSignatureThread } from './signature-thread.js'

/** The signatures of one turn that nobody has looked at yet. */
export interface OpenSignatures {
  /** No more fit: what waits for them has to be finished. */
  readonly isFull: boolean
  /** Takes a claim and says its place; in a busy turn a thread on another core may look at it from now on. */
  add(claim: SignatureClaim): number
  /** Whether the claim at a place holds. Whoever recovers it, nobody is waited for. */
  holds(place: number): boolean
  /** The turn is over: places begin anew. */
  clear(): void
  /** Ends the thread. Signatures are recovered here from then on. */
  close(): Promise<void>
}

export interface OpenSignaturesOptions {
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Default: the real one. */
  readonly startThread?: (memory: SharedArrayBuffer) => SignatureThread | null
}

/** None yet. The thread starts behind the first busy turn; where it cannot start, or ends, all goes on without it. */
export const createOpenSignatures = (options: OpenSignaturesOptions): OpenSignatures => new SharedSignatures(options)

/** In a turn of fewer the thread would hardly be awake before all is done. */
const SHARED_FROM = 4

class SharedSignatures implements OpenSignatures {
  readonly #log: OpenSignaturesOptions['log']
  readonly #startThread: (memory: SharedArrayBuffer) => SignatureThread | null
  /** null: it was not needed yet, or there is none. */
  #thread: SignatureThread | null = null
  #mayStart = true
  /** Of a thread that lives. */
  #slots: SignatureSlots | null = null
  #claims: SignatureClaim[] = []
  /** So many claims lie in the slots. */
  #shared = 0
  /** None from here on is open any more. */
  #end = 0

  constructor({ log, startThread = startSignatureThread }: OpenSignaturesOptions) {
    this.#log = log
    this.#startThread = startThread
  }

  get isFull(): boolean {
    return this.#claims.length >= SLOTS
  }

  add(claim: SignatureClaim): number {
    this.#claims.push(claim)
    if (this.#claims.length >= SHARED_FROM && this.#slots?.isServed === true) this.#share(this.#slots)
    return this.#claims.length - 1
  }

  holds(place: number): boolean {
    const slots = place < this.#shared ? this.#slots : null
    return (slots === null ? null : this.#verdict(slots, place)) ?? this.#recover(place)
  }

  clear(): void {
    if (this.#mayStart && this.#claims.length >= SHARED_FROM) this.#start()
    this.#claims = []
    this.#shared = 0
    this.#end = 0
    this.#slots?.clear()
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#mayStart = false
    this.#thread = null
    this.#slots = null
    await thread?.end()
  }

  /** null: it is to be found out here. */
  #verdict(slots: SignatureSlots, place: number): boolean | null {
    for (;;) {
      const verdict = slots.verdict(place)
      if (verdict !== null || slots.take(place)) return verdict
      // The thread is at it: the last one is looked at here meanwhile. Where none is left, waiting would take about as long as looking again.
      if (!this.#holdsLast(slots, place)) return null
    }
  }

  #recover(place: number): boolean {
    const claim = this.#claims[place]
    return claim !== undefined && holds(claim)
  }

  #share(slots: SignatureSlots): void {
    for (const claim of this.#claims.slice(this.#shared, SLOTS)) slots.put(this.#shared++, claim)
    this.#end = this.#shared
    slots.ring()
  }

  /** The thread takes them from the first on, so the last is open if any is. */
  #holdsLast(slots: SignatureSlots, before: number): boolean {
    const last = this.#end - 1
    if (last <= before || !slots.take(last)) return false
    this.#end = last
    slots.decide(last, this.#recover(last))
    return true
  }

  #start(): void {
    this.#mayStart = false
    const memory = slotMemory()
    try {
      this.#thread = this.#startThread(memory)
    } catch (error) {
      return this.#goOnAlone(String(error))
    }
    if (this.#thread === null) return
    this.#slots = new SignatureSlots(memory)
    void this.#thread.ended.then(why => this.#lose(why))
  }

  #lose(why: string): void {
    // Whoever closed it knows.
    if (this.#thread !== null) this.#goOnAlone(why)
  }

  #goOnAlone(why: string): void {
    this.#thread = null
    this.#slots = null
    this.#log('signatures are recovered on one core', { why })
  }
}
