import type { Frame } from '../../model/frame.js'
import { dataSchema } from '../../protocol/wire.js'

/** What a link has said of each market's book: whether of late, and how new it was. Kept as text, because reading each push twice would cost. */
export interface Heard {
  note(id: string, text: string): void
  /** Whether a push came in this interval. */
  isRecent(id: string): boolean
  beginInterval(): void
  /** Markets whose book in these REST frames is newer than the last push; those that were never pushed count as not newer. */
  newerThanPushed(books: readonly Frame[]): ReadonlySet<string>
}

/** Starts without having heard anything. */
export function createHeard(): Heard {
  const last = new Map<string, string>()
  const recent = new Set<string>()
  return {
    note: (id, text) => {
      last.set(id, text)
      recent.add(id)
    },
    isRecent: id => recent.has(id),
    beginInterval: () => recent.clear(),
    newerThanPushed: books => {
      const newer = new Set<string>()
      for (const { id, updatedMs } of books.flatMap(timesOf)) {
        const pushed = last.get(id)
        const pushedMs = pushed === undefined ? null : timeOf(pushed)
        if (pushedMs !== null && updatedMs > pushedMs) newer.add(id)
      }
      return newer
    },
  }
}

/** Of a push: the one time in it that is the book's. */
const timeOf = (text: string): number | null => {
  const digits = /"updateTimestampMs"\s*:\s*(\d{1,15})/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

function timesOf(frame: Frame): readonly { readonly id: string; readonly updatedMs: number }[] {
  const data = 'frame' in frame ? dataSchema.safeParse(parse(frame.frame)).data?.data : undefined
  return (Array.isArray(data) ? data : [data]).flatMap((book: unknown) => {
    if (typeof book !== 'object' || book === null || !('marketId' in book) || !('updateTimestampMs' in book)) return []
    return [{ id: String(book.marketId), updatedMs: Number(book.updateTimestampMs) }]
  })
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
