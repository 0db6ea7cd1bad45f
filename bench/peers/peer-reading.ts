/** What one engine says of its best pass over a tape. */
export interface PeerReading {
  /** On a core, of the thread that replays. */
  readonly ns: number
  readonly events: number
  readonly placed: number
  readonly canceled: number
  readonly fills: number
}
