import type { Note } from '../log/note.js'
import type { Watcher } from '../log/watcher.js'

/** A transaction that is in a block. */
export interface MinedTransaction {
  readonly hash: string
  /** In lower case. */
  readonly from: string
  readonly nonce: number
  /** As it was sent, in hex. */
  readonly raw: string
  readonly block: number
  /** Its place in the block, from 0. */
  readonly index: number
  readonly gasUsed: number
  /** Wei paid for a unit of gas. */
  readonly price: bigint
  /** Whether its calls took effect; otherwise it reverted and only its gas was paid. */
  readonly isSuccess: boolean
}

/** What a chain's node knows of transactions: the next nonce of each sender, its coin, and the newest receipts. */
export interface ChainLedger extends Watcher {
  /** Transactions that the address has sent, which is the nonce of its next one. Lower-case address. */
  nonceOf(address: string): number
  /** Wei of the chain's coin. Lower-case address. */
  coinOf(address: string): bigint
  find(hash: string): MinedTransaction | null
  /** The transactions of a block that are kept, in order. */
  inBlock(block: number): readonly MinedTransaction[]
}

/** What each address has at first: gas for a million calls. */
const COIN_AT_FIRST = 100n * 10n ** 18n
const SECONDS_A_BLOCK = 3
const KEPT = 10_000

/** The number of the block at a time. */
export const blockAt = (at: number): number => Math.floor(at / 1_000_000 / SECONDS_A_BLOCK)
/** When a block was mined, in seconds since the epoch. */
export const secondsOf = (block: number): number => block * SECONDS_A_BLOCK

/** No transactions; they come from notes. */
export const createChainLedger = (): ChainLedger => new KnownChainLedger()

interface Saved {
  readonly nonces: ReadonlyMap<string, number>
  readonly spent: ReadonlyMap<string, bigint>
  readonly mined: readonly MinedTransaction[]
}

class KnownChainLedger implements ChainLedger {
  readonly #nonces = new Map<string, number>()
  /** Coin that an address has paid less what it got; the sum of all is what was paid for gas. */
  readonly #spent = new Map<string, bigint>()
  readonly #mined = new Map<string, MinedTransaction>()
  readonly #blocks = new Map<number, MinedTransaction[]>()
  #newest: MinedTransaction | null = null
  readonly memory = {
    name: 'ledger',
    save: (): Saved => ({ nonces: this.#nonces, spent: this.#spent, mined: [...this.#mined.values()] }),
    load: (saved: unknown): void => {
      const { nonces, spent, mined } = saved as Saved
      for (const [address, nonce] of nonces) this.#nonces.set(address, nonce)
      for (const [address, wei] of spent) this.#spent.set(address, wei)
      for (const one of mined) this.#keep(one)
    },
  }

  nonceOf(address: string): number {
    return this.#nonces.get(address) ?? 0
  }

  coinOf(address: string): bigint {
    return COIN_AT_FIRST - (this.#spent.get(address) ?? 0n)
  }

  find(hash: string): MinedTransaction | null {
    return this.#mined.get(hash) ?? null
  }

  inBlock(block: number): readonly MinedTransaction[] {
    return this.#blocks.get(block) ?? []
  }

  hear(note: Note): void {
    if (note.kind !== 'transaction') return
    const { hash, from, nonce, raw, gasUsed, isSuccess } = note
    const [price, value] = [BigInt(note.price), BigInt(note.value)]
    this.#nonces.set(from, nonce + 1)
    this.#spend(from, price * BigInt(gasUsed))
    if (isSuccess && note.to !== null) {
      this.#spend(from, value)
      this.#spend(note.to, -value)
    }
    const block = blockAt(note.at)
    const index = this.#newest?.block === block ? this.#newest.index + 1 : 0
    this.#keep({ hash, from, nonce, raw, block, index, gasUsed, price, isSuccess })
  }

  #spend(address: string, wei: bigint): void {
    if (wei !== 0n) this.#spent.set(address, (this.#spent.get(address) ?? 0n) + wei)
  }

  #forget({ hash, block }: MinedTransaction): void {
    this.#mined.delete(hash)
    const rest = this.inBlock(block).filter(one => one.hash !== hash)
    if (rest.length === 0) this.#blocks.delete(block)
    else this.#blocks.set(block, rest)
  }

  #keep(one: MinedTransaction): void {
    this.#newest = one
    this.#mined.set(one.hash, one)
    const inside = this.#blocks.get(one.block)
    if (inside === undefined) this.#blocks.set(one.block, [one])
    else inside.push(one)
    if (this.#mined.size <= KEPT) return
    const [oldest] = this.#mined.values()
    if (oldest !== undefined) this.#forget(oldest)
  }
}
