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

/** The venue's own no: a 4xx, with its status and its stable word for the reason. */
export class RefusedError extends VenueError {
  readonly status: number
  /** Empty where it gave none. */
  readonly slug: string

  constructor(
    message: string,
    options: { readonly venue: string; readonly retryable: boolean; readonly status: number; readonly slug: string },
  ) {
    super(message, options)
    this.name = 'RefusedError'
    this.status = options.status
    this.slug = options.slug
  }
}

/** The wallet has an order in a market that this run does not hold: whose it is, nobody here can say. */
export class ForeignOrderError extends VenueError {
  constructor(message: string, venue: string) {
    super(message, { venue, retryable: false })
    this.name = 'ForeignOrderError'
  }
}
