/** A recording that cannot be read, with the file and what was expected in the message. */
export class RecordingError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RecordingError'
  }
}
