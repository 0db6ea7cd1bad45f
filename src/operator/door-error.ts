/** A refused request: the status, a stable word for programs, and a sentence that says what to do. */
export class DoorError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 413 | 421 | 422 | 429 | 500 | 503 | 504
  readonly word: string

  constructor(status: DoorError['status'], word: string, text: string) {
    super(text)
    this.name = 'DoorError'
    this.status = status
    this.word = word
  }
}
