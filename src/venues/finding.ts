/** How a thing stands before money is at risk: it is well, a person should know of it, or a run would not work or would not be safe. */
export type Grade = 'ok' | 'warn' | 'fail'

/** What was found where one thing was looked at. */
export interface Finding {
  /** What was looked at, in a word: `login`, `approval`. */
  readonly check: string
  readonly grade: Grade
  /** Never with a key, a login or a full address in it. */
  readonly found: string
  /** What to do; null: nothing. */
  readonly remedy: string | null
}

export const Finding = {
  ok: (check: string, found: string): Finding => ({ check, grade: 'ok', found, remedy: null }),
  warn: (check: string, found: string, remedy: string): Finding => ({ check, grade: 'warn', found, remedy }),
  fail: (check: string, found: string, remedy: string): Finding => ({ check, grade: 'fail', found, remedy }),
}
