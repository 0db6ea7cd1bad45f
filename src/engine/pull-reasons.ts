/** Further reasons are added up under one name, so that a strategy that writes numbers into them does not fill the memory. */
const REASONS_MAX = 20
const OTHERS = 'other reasons'
const LENGTH_MAX = 80

/** How long a market was dark because its strategy pulled it, by the reason it gave. */
export class PullReasons {
  /** null: it does not pull. */
  why: string | null = null
  #isDark = false
  #since = 0
  readonly #us = new Map<string, number>()

  /** From `now` on the strategy pulls for this reason; null: it no longer pulls. */
  turn(why: string | null, now: number): void {
    if (why === this.why) return
    this.#add(now)
    this.why = why === null ? null : this.#named(why)
  }

  /** Whether, from `now` on, the pull is why wanted quotes are missing. Only such time counts: a market may be over, or its book lost. */
  count(isDark: boolean, now: number): void {
    if (isDark === this.#isDark) return
    this.#add(now)
    this.#isDark = isDark
  }

  /** In seconds, up to `now`. */
  seconds(now: number): Readonly<Record<string, number>> {
    const reasons = new Set([...this.#us.keys(), ...(this.why === null ? [] : [this.why])])
    return Object.fromEntries(Array.from(reasons, why => [why, this.#of(why, now) / 1_000_000]))
  }

  #add(now: number): void {
    if (this.why !== null) this.#us.set(this.why, this.#of(this.why, now))
    this.#since = now
  }

  #named(why: string): string {
    const short = why.slice(0, LENGTH_MAX)
    return this.#us.size < REASONS_MAX || this.#us.has(short) ? short : OTHERS
  }

  #of(why: string, now: number): number {
    return (this.#us.get(why) ?? 0) + (this.#isDark && why === this.why ? now - this.#since : 0)
  }
}
