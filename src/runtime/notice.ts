/** Reports a message for people: never a secret, never a decision. */
export type Notice = (level: 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>) => void
