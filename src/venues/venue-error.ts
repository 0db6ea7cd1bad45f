/** The world failed: a timeout, a 5xx, a frame that makes no sense. Never carries a key, a signature or a full URL. */
export class VenueError extends Error {
  readonly venue: string
  readonly retryable: boolean
  /** Of a socket that was closed. */
  readonly closeCode: number | null

  constructor(
    message: string,
    options: {
      readonly venue: string
      readonly retryable: boolean
      readonly cause?: unknown
      readonly closeCode?: number
    },
  ) {
    super(message, { cause: options.cause })
    this.name = 'VenueError'
    this.venue = options.venue
    this.retryable = options.retryable
    this.closeCode = options.closeCode ?? null
  }
}

/** The wallet has an order in a market that this run does not hold: whose it is, nobody here can say. */
export class ForeignOrderError extends VenueError {
  constructor(message: string, venue: string) {
    super(message, { venue, retryable: false })
    this.name = 'ForeignOrderError'
  }
}
