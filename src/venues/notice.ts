/** How the venue tells people things; never with a key, a token or a topic that holds one. */
export type Notice = (text: string, fields: Readonly<Record<string, string | number | boolean | null>>) => void
