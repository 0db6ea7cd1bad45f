import type { z } from 'zod'
import { Timestamp } from '../../../model/time.js'
import type { bulletin } from '../../../protocol/api/schemas-market.js'
import type { Watcher } from '../log/watcher.js'

export type BulletinRow = z.input<typeof bulletin>

/** The operator's clarifications of all markets. */
export interface BulletinBoard extends Watcher {
  /** Oldest first. */
  of(market: number): readonly BulletinRow[]
}

/** An empty board; it is filled by notes. */
export const createBulletinBoard = (): BulletinBoard => {
  const rows = new Map<number, BulletinRow[]>()
  return {
    hear: note => {
      if (note.kind !== 'bulletin') return
      const known = rows.get(note.market) ?? []
      const row = {
        id: `${note.market}-${known.length + 1}`,
        title: note.title,
        text: note.text,
        createdAt: Timestamp.iso(note.at),
      }
      rows.set(note.market, [...known, row])
    },
    of: market => rows.get(market) ?? [],
    memory: {
      name: 'bulletin-board',
      save: () => [...rows],
      load: saved => {
        for (const [market, known] of saved as [number, BulletinRow[]][]) rows.set(market, known)
      },
    },
  }
}
