/**
 * The word that was probably meant: the one of `words` with the fewest edits from `found`, or null if none is similar. Up to a third of the letters
 * may differ.
 */
export function nearest(found: string, words: Iterable<string>): string | null {
  let best: { word: string; edits: number } | null = null
  for (const word of words) {
    const edits = editsBetween(found.toLowerCase(), word.toLowerCase())
    if (edits <= Math.max(1, Math.floor(word.length / 3)) && (best === null || edits < best.edits)) best = { word, edits }
  }
  return best?.word ?? null
}

/** Number of letters to insert, remove, change, or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  let [before, row]: [readonly number[], readonly number[]] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
