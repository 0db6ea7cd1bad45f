/** A call that was refused, or not answered: then `status` is 0. */
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
