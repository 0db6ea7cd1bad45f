/** An external failure: a timeout, a 5xx, an invalid frame. Never contains a key, a signature or a full URL. */
export class VenueError extends Error {
  readonly venue: string
  readonly retryable: boolean
  /** Close code of a socket. */
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

/** A refusal by the venue: a 4xx, with its status and its stable word for the reason. */
export class RefusedError extends VenueError {
  readonly status: number
  /** Empty if it gave none. */
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

/** The wallet has an order in a market outside this run, so the run cannot account for it. */
export class ForeignOrderError extends VenueError {
  constructor(message: string, venue: string) {
    super(message, { venue, retryable: false })
    this.name = 'ForeignOrderError'
  }
}
