/** Further reasons are added up under one name, so that a strategy that writes numbers into them does not fill the memory. */
const REASONS_MAX = 20
const OTHERS = 'other reasons'
const LENGTH_MAX = 80

/** How long a strategy pulled its market, by the reason it gave. */
export class PullReasons {
  /** null: it does not pull. */
  why: string | null = null
  #since = 0
  readonly #us = new Map<string, number>()

  /** From `now` on the strategy pulls for this reason; null: it no longer pulls. */
  turn(why: string | null, now: number): void {
    if (why === this.why) return
    if (this.why !== null) this.#us.set(this.why, this.#of(this.why, now))
    this.why = why === null ? null : this.#named(why)
    this.#since = now
  }

  /** In seconds, up to `now`. */
  seconds(now: number): Readonly<Record<string, number>> {
    const reasons = new Set([...this.#us.keys(), ...(this.why === null ? [] : [this.why])])
    return Object.fromEntries(Array.from(reasons, why => [why, this.#of(why, now) / 1_000_000]))
  }

  #named(why: string): string {
    const short = why.slice(0, LENGTH_MAX)
    return this.#us.size < REASONS_MAX || this.#us.has(short) ? short : OTHERS
  }

  #of(why: string, now: number): number {
    return (this.#us.get(why) ?? 0) + (why === this.why ? now - this.#since : 0)
  }
}
