/** A field of the config that contradicts the others, with the arithmetic. */
export interface Contradiction {
  readonly path: readonly (string | number)[]
  readonly what: string
}
