/** Rows sorted by insertion before sorted stretches are merged. */
const STRETCH = 32

interface Keys {
  readonly at: Float64Array
  /** Breaks ties; unique. */
  readonly order: Float64Array
}

/** Row numbers by venue time, ties in venue order. Recordings are nearly sorted, so stretches that need no merge are detected with one comparison. */
export function sortRows(keys: Keys, length: number): Uint32Array {
  const { at, order } = keys
  let rows = Uint32Array.from({ length }, (_, row) => row)
  for (let from = 0; from < length; from += STRETCH) sortStretch(rows, keys, { from, to: Math.min(from + STRETCH, length) })
  let spare = new Uint32Array(length)
  for (let width = STRETCH; width < length; width *= 2) {
    let isMoved = false
    for (let from = 0; from + width < length; from += 2 * width) {
      const middle = from + width
      if (!isLater(keys, rows[middle - 1]!, rows[middle]!)) continue
      if (!isMoved) spare.set(rows)
      isMoved = true
      merge(rows, spare, { at, order, from, middle, to: Math.min(middle + width, length) })
    }
    if (isMoved) [rows, spare] = [spare, rows]
  }
  return rows
}

const isLater = ({ at, order }: Keys, a: number, b: number): boolean => (at[a]! - at[b]! || order[a]! - order[b]!) > 0

interface Stretch {
  readonly from: number
  readonly to: number
}

function sortStretch(rows: Uint32Array, keys: Keys, { from, to }: Stretch): void {
  for (let place = from + 1; place < to; place++) {
    const row = rows[place]!
    let hole = place
    for (; hole > from && isLater(keys, rows[hole - 1]!, row); hole--) rows[hole] = rows[hole - 1]!
    rows[hole] = row
  }
}

function merge(rows: Uint32Array, into: Uint32Array, stretch: Keys & Stretch & { readonly middle: number }): void {
  const { from, middle, to } = stretch
  let [left, right] = [from, middle]
  for (let place = from; place < to; place++) {
    const isRight = left === middle || (right < to && isLater(stretch, rows[left]!, rows[right]!))
    into[place] = isRight ? rows[right++]! : rows[left++]!
  }
}
