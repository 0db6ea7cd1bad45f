import type { SignatureClaim } from '../../../protocol/verify.js'

/** Number of claims that fit. */
export const SLOTS = 64

/** Shared memory for `SLOTS` claims. */
export const slotMemory = (): SharedArrayBuffer => new SharedArrayBuffer(HEAD_BYTES + SLOTS * SLOT_BYTES)

/** Layout before the slots: a count of rings, whether the thread sleeps, whether it serves, and a state word for each slot. */
const [BELL, ASLEEP, SERVED, WORDS] = [0, 1, 2, 3]
const HEAD_BYTES = (WORDS + SLOTS) * Int32Array.BYTES_PER_ELEMENT

/** Offsets of the parts of a claim in its slot; a signer is text of 42 letters. */
const [DIGEST, SIGNATURE, SIGNER, END] = [0, 32, 97, 139]
const SLOT_BYTES = 144

/**
 * The word of a slot is the round and, in its last two bits, the state of the claim. A thread that is interrupted during a claim finds another
 * round when it continues, and its verdict is ignored.
 */
const [FALSE, TRUE, OPEN, TAKEN] = [0, 1, 2, 3]
const STANDING = 3
const ROUNDS = 1 << 28

/** Claims shared by two threads: one adds them, both take them, and neither waits for the other. */
export class SignatureSlots {
  readonly #words: Int32Array
  readonly #bytes: Buffer
  #round = 0

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory, 0, WORDS + SLOTS)
    this.#bytes = Buffer.from(memory, HEAD_BYTES)
  }

  /** Whether another thread takes claims. */
  get isServed(): boolean {
    return Atomics.load(this.#words, SERVED) === 1
  }

  /** Drops all claims. */
  clear(): void {
    this.#round = (this.#round + 1) % ROUNDS
  }

  /** Adds a claim, open to both threads. */
  put(slot: number, { digest, signature, signer }: SignatureClaim): void {
    const at = slot * SLOT_BYTES
    this.#bytes.set(digest, at + DIGEST)
    this.#bytes.set(signature, at + SIGNATURE)
    this.#bytes.write(signer, at + SIGNER, 'latin1')
    Atomics.store(this.#words, WORDS + slot, (this.#round << 2) | OPEN)
  }

  /** Wakes the other thread after claims were added. */
  ring(): void {
    Atomics.add(this.#words, BELL, 1)
    if (Atomics.load(this.#words, ASLEEP) === 1) Atomics.notify(this.#words, BELL)
  }

  /** Takes a claim of this round; false if the other thread has taken it. */
  take(slot: number): boolean {
    return this.#take(slot, (this.#round << 2) | OPEN)
  }

  /** Whether a claim of this round holds; `null`: not decided yet. */
  verdict(slot: number): boolean | null {
    const standing = Atomics.load(this.#words, WORDS + slot) & STANDING
    return standing === OPEN || standing === TAKEN ? null : standing === TRUE
  }

  /** Stores whether a claim of this round holds. */
  decide(slot: number, isTrue: boolean): void {
    Atomics.store(this.#words, WORDS + slot, (this.#round << 2) | (isTrue ? TRUE : FALSE))
  }

  /** Runs on the other thread: takes claims from the first on for as long as the thread lives, and sleeps while none is open. */
  serve(holds: (claim: SignatureClaim) => boolean): never {
    Atomics.store(this.#words, SERVED, 1)
    for (;;) {
      const rung = Atomics.load(this.#words, BELL)
      while (this.#serveOne(holds));
      Atomics.store(this.#words, ASLEEP, 1)
      Atomics.wait(this.#words, BELL, rung)
      Atomics.store(this.#words, ASLEEP, 0)
    }
  }

  #serveOne(holds: (claim: SignatureClaim) => boolean): boolean {
    for (let slot = 0; slot < SLOTS; slot++) {
      const word = Atomics.load(this.#words, WORDS + slot)
      if ((word & STANDING) !== OPEN || !this.#take(slot, word)) continue
      const decided = (word & ~STANDING) | (holds(this.#read(slot)) ? TRUE : FALSE)
      Atomics.compareExchange(this.#words, WORDS + slot, word | TAKEN, decided)
      return true
    }
    return false
  }

  #take(slot: number, open: number): boolean {
    return Atomics.compareExchange(this.#words, WORDS + slot, open, open | TAKEN) === open
  }

  /** Copies the claim, because the slot may be reused meanwhile. */
  #read(slot: number): SignatureClaim {
    const bytes = Buffer.from(this.#bytes.subarray(slot * SLOT_BYTES, slot * SLOT_BYTES + END))
    return {
      digest: bytes.subarray(DIGEST, SIGNATURE),
      signature: bytes.subarray(SIGNATURE, SIGNER),
      signer: bytes.toString('latin1', SIGNER, END),
    }
  }
}
