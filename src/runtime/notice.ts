/** Says something to people: never a secret, never a decision. */
export type Notice = (level: 'info' | 'warn' | 'error', text: string, fields?: Readonly<Record<string, unknown>>) => void
