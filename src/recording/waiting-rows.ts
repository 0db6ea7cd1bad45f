/** What a waiting row is. */
export const Wait = { CHANGE: 0, PRINT: 1, CLEAR: 2, LEVEL: 3 } as const

/** Rows of one market that may wait for their other half: columns, because an object for each would be most of an import's garbage. */
export interface WaitingRows {
  length: number
  /** One of `Wait`. */
  kind: Uint8Array
  /** 0 bid, 1 ask. */
  side: Uint8Array
  price: Int32Array
  /** What was printed, or by how much a level changed. */
  change: Float64Array
  /** What is written: what was printed, or what the level holds now. */
  size: Float64Array
  at: Float64Array
  receivedAt: Float64Array
  /** The venue time as it was told, by our clock but not moved, else the arrival. */
  toldAt: Float64Array
  /** The newest of these of all changes up to this row. */
  newestAt: Float64Array
  /** Of a decrease: when the print arrived that caused it; 0: none did. */
  printAt: Float64Array
  /** 1: a print that stands with its decrease now. */
  isMoved: Uint8Array
}

/** No rows yet. */
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

/** Makes room for one more row and gives its number; the caller fills it, but for what its other half would say. */
export function addWaiting(rows: WaitingRows): number {
  if (rows.length === rows.kind.length) grow(rows)
  const row = rows.length++
  rows.printAt[row] = 0
  rows.isMoved[row] = 0
  return row
}

/** Takes away the first rows. */
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
