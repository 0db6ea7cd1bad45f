/** Why a wanted side has no order of ours; `QuotingSeconds` explains each. */
export const DARK_REASONS = ['halt', 'link', 'feed', 'pulled', 'refused', 'calls', 'waiting'] as const
/** Why a side that is wanted has nothing there. */
export type DarkReason = (typeof DARK_REASONS)[number]

/** The states of a side: not wanted, quoted, and a code for each dark reason, in their order. */
export const SideState = { IDLE: 0, QUOTED: 1, HALT: 2, LINK: 3, FEED: 4, PULLED: 5, REFUSED: 6, CALLS: 7, WAITING: 8 } as const

/** The state of a side that is dark for a reason. */
export const darkCode = (reason: DarkReason): number => SideState.HALT + DARK_REASONS.indexOf(reason)

/** Why a side with a target has no order at it. */
export const Held = { REFUSED: SideState.REFUSED, CALLS: SideState.CALLS, WAITING: SideState.WAITING } as const
export type Held = (typeof Held)[keyof typeof Held]

/** How long one side was in each state; from the times of batches only, so a replay gives the same. */
export class SideTime {
  #code: number = SideState.IDLE
  #since = 0
  readonly #us: number[] = Object.values(SideState).map(() => 0)

  get isQuoted(): boolean {
    return this.#code === SideState.QUOTED
  }

  /** Its strategy wants nothing here. */
  get isPulled(): boolean {
    return this.#code === SideState.PULLED
  }

  /** Sets the side's state from `now` on. */
  turn(code: number, now: number): void {
    if (code === this.#code) return
    this.#us[this.#code] = (this.#us[this.#code] ?? 0) + now - this.#since
    this.#code = code
    this.#since = now
  }

  /** Microseconds up to `now`. */
  of(code: number, now: number): number {
    return (this.#us[code] ?? 0) + (code === this.#code ? now - this.#since : 0)
  }
}
