/** Shortens a list in place, which keeps its memory. Popping stays in compiled code; setting a length is a call out of it. */
export const cut = (list: unknown[], length: number): void => {
  while (list.length > length) list.pop()
}
