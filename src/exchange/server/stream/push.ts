/** One message for everybody who follows a channel. */
export interface Push {
  /** Of the channel: `book:7`, `wallet:0x…`. */
  readonly key: string
  readonly data: object
}
