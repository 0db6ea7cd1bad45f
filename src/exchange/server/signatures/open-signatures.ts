import { holds, type SignatureClaim } from '../../../protocol/verify.js'
import { SignatureSlots, SLOTS, slotMemory } from './signature-slots.js'
import { type SignatureThread, startSignatureThread } from './signature-thread.js'

/** Signatures of one turn that are still to be checked. */
export interface OpenSignatures {
  /** Whether all places are taken; then the waiting creates must be finished first. */
  readonly isFull: boolean
  /** Adds a claim and returns its place. In a busy turn a thread on another core may check it from that moment on. */
  add(claim: SignatureClaim): number
  /** Whether the claim at a place holds. Checked here if the thread has not done it; never waits. */
  holds(place: number): boolean
  /** Called at the end of a turn: the next place is 0 again. */
  clear(): void
  /** Ends the thread. From then on signatures are checked on this thread. */
  close(): Promise<void>
}

export interface OpenSignaturesOptions {
  readonly log: (text: string, fields?: Readonly<Record<string, unknown>>) => void
  /** Default: starts a real thread. */
  readonly startThread?: (memory: SharedArrayBuffer) => SignatureThread | null
  /** Claims of busy turns after which the thread starts. Default: 1,000. */
  readonly startsAfter?: number
}

/** The thread starts once busy turns had enough claims. If it cannot start, or ends, signatures are checked on this thread. */
export const createOpenSignatures = (options: OpenSignaturesOptions): OpenSignatures => new SharedSignatures(options)

/** With fewer claims in a turn, this thread is done before the other one has woken. */
const SHARED_FROM = 4
/** One core checks about twice as many in the processor time that a start takes, and many exchanges are closed before. */
const STARTS_AFTER = 1_000

class SharedSignatures implements OpenSignatures {
  readonly #log: OpenSignaturesOptions['log']
  readonly #startThread: (memory: SharedArrayBuffer) => SignatureThread | null
  /** `null`: the thread has not started yet, or has ended. */
  #thread: SignatureThread | null = null
  #mayStart = true
  readonly #startsAfter: number
  /** Claims of busy turns so far. */
  #busy = 0
  /** `null`: there is no thread. */
  #slots: SignatureSlots | null = null
  #claims: SignatureClaim[] = []
  /** Number of claims in the slots. */
  #shared = 0
  /** Slots from here on are decided or taken. */
  #end = 0

  constructor({ log, startThread = startSignatureThread, startsAfter = STARTS_AFTER }: OpenSignaturesOptions) {
    this.#log = log
    this.#startThread = startThread
    this.#startsAfter = startsAfter
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
    if (this.#claims.length >= SHARED_FROM) this.#busy += this.#claims.length
    if (this.#mayStart && this.#busy >= this.#startsAfter) this.#start()
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

  /** `null`: the claim must be checked here. */
  #verdict(slots: SignatureSlots, place: number): boolean | null {
    for (;;) {
      const verdict = slots.verdict(place)
      if (verdict !== null || slots.take(place)) return verdict
      // The thread is checking this claim: check the last open one meanwhile. If none is open, waiting would take about as long as checking this
      // one again.
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

  /** The thread takes claims from the first on, so if any is open, the last one is. */
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
    // After `close` the end of the thread is no surprise.
    if (this.#thread !== null) this.#goOnAlone(why)
  }

  #goOnAlone(why: string): void {
    this.#thread = null
    this.#slots = null
    this.#log('the signature thread has ended; signatures are checked on one core', { why })
  }
}
