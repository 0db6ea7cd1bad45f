/** Result of a check before money is at risk: fine, worth knowing, or a run would not work or would not be safe. */
export type Grade = 'ok' | 'warn' | 'fail'

/** The result of one check. */
export interface Finding {
  /** What was checked, in a word: `login`, `approval`. */
  readonly check: string
  readonly grade: Grade
  /** Never contains a key, a token or a full address. */
  readonly found: string
  /** What to do; null: nothing. */
  readonly remedy: string | null
}

/** Makes findings. */
export const Finding = {
  /** It is well. */
  ok: (check: string, found: string): Finding => ({ check, grade: 'ok', found, remedy: null }),
  /** A run works, and a person should know. */
  warn: (check: string, found: string, remedy: string): Finding => ({ check, grade: 'warn', found, remedy }),
  /** A run would not work, or would not be safe. */
  fail: (check: string, found: string, remedy: string): Finding => ({ check, grade: 'fail', found, remedy }),
}
