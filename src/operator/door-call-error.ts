/** A call that was refused or, with `status` 0, not answered. */
export class DoorCallError extends Error {
  readonly status: number
  readonly word: string

  constructor(status: number, word: string, text: string, cause?: unknown) {
    super(text, { cause })
    this.name = 'DoorCallError'
    this.status = status
    this.word = word
  }
}
