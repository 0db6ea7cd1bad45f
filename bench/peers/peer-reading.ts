/** The result of one engine's best pass over a tape. */
export interface PeerReading {
  /** CPU time of the replaying thread. */
  readonly ns: number
  readonly events: number
  readonly placed: number
  readonly canceled: number
  readonly fills: number
}
