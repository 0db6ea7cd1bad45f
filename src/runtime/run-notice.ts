/** Reports a message for people: never a secret, never a decision. */
export type RunNotice = (level: 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>) => void
