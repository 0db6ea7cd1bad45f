/** A commit that somebody waits for: one promise for all who do. */
export interface Writing {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Waits for a commit that has not happened. */
export const openWriting = (): Writing => {
  let settle: Pick<Writing, 'resolve' | 'reject'> | undefined
  const promise = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle! }
}
