/** Reports a message for people; it must never contain a key, a token or a topic that holds one. */
export type Notice = (text: string, fields: Readonly<Record<string, string | number | boolean | null>>) => void
