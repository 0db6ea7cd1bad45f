/** The world failed: a timeout, a 5xx, a frame that makes no sense. Never carries a key, a signature or a full URL. */
export class VenueError extends Error {
  readonly venue: string
  readonly retryable: boolean

  constructor(message: string, options: { readonly venue: string; readonly retryable: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'VenueError'
    this.venue = options.venue
    this.retryable = options.retryable
  }
}
