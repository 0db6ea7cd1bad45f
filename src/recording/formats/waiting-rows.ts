/** Kinds of waiting rows. */
export const Wait = { CHANGE: 0, PRINT: 1, CLEAR: 2, LEVEL: 3 } as const

/** Rows of one market that may wait for their counterpart; in columns, because an object for each would be most of an import's garbage. */
export interface WaitingRows {
  length: number
  /** One of `Wait`. */
  kind: Uint8Array
  /** 0 bid, 1 ask. */
  side: Uint8Array
  price: Int32Array
  /** The printed size, or the change of the level. */
  change: Float64Array
  /** What is written: the printed size, or the level's resulting size. */
  size: Float64Array
  at: Float64Array
  receivedAt: Float64Array
  /** The recorded venue time by our clock, not yet moved; without one, the arrival time. */
  toldAt: Float64Array
  /** The maximum `toldAt` of all changes up to this row. */
  newestAt: Float64Array
  /** For a decrease: arrival time of the print that caused it; 0: none. */
  printAt: Float64Array
  /** 1: a print that was moved to its decrease. */
  isMoved: Uint8Array
}

/** Empty columns. */
export const createWaitingRows = (capacity = 1_024): WaitingRows => ({
  length: 0,
  kind: new Uint8Array(capacity),
  side: new Uint8Array(capacity),
  price: new Int32Array(capacity),
  change: new Float64Array(capacity),
  size: new Float64Array(capacity),
  at: new Float64Array(capacity),
  receivedAt: new Float64Array(capacity),
  toldAt: new Float64Array(capacity),
  newestAt: new Float64Array(capacity),
  printAt: new Float64Array(capacity),
  isMoved: new Uint8Array(capacity),
})

/** Makes room for one more row and returns its number; the caller fills all columns but those of the counterpart. */
export function addWaiting(rows: WaitingRows): number {
  if (rows.length === rows.kind.length) grow(rows)
  const row = rows.length++
  rows.printAt[row] = 0
  rows.isMoved[row] = 0
  return row
}

/** Removes the first rows. */
export function dropWaiting(rows: WaitingRows, count: number): void {
  for (const name of COLUMNS) rows[name].copyWithin(0, count, rows.length)
  rows.length -= count
}

const COLUMNS = [
  'kind',
  'side',
  'price',
  'change',
  'size',
  'at',
  'receivedAt',
  'toldAt',
  'newestAt',
  'printAt',
  'isMoved',
] as const

function grow(rows: WaitingRows): void {
  const next = createWaitingRows(rows.length * 2)
  for (const name of COLUMNS) {
    next[name].set(rows[name])
    rows[name] = next[name] as never
  }
}
