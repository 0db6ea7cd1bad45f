/** Writes a line for the person who runs the exchange: never a key, a token or a topic. */
export type TextLog = (text: string, fields?: Readonly<Record<string, unknown>>) => void
