/** A recording that cannot be read; the message names the file and what was expected. */
export class RecordingError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'RecordingError'
  }
}
