import type { Market } from '../model/market.js'
import { fromJson } from '../model/plain.js'
import type { Database } from '../sqlite/database.js'
import { numberingText } from './numberings.js'
import { BODY_KEPT_FOR, JOURNAL_VERSION, TABLES } from './tables.js'

/**
 * Migrates a journal of version 1 to this version, inside the caller's transaction: bodies of orders that may be live move to their own table, others
 * are deleted; market numberings start at the oldest checkpoint.
 */
export function migrate(db: Database): void {
  db.exec(TABLES)
  db.exec(`INSERT INTO bodies SELECT seq, expires_at + ${BODY_KEPT_FOR}, body FROM orders
    WHERE expires_at + ${BODY_KEPT_FOR} >= (SELECT at FROM entries ORDER BY seq DESC LIMIT 1)`)
  db.exec('ALTER TABLE orders DROP COLUMN body')
  const insert = db.prepare('INSERT INTO numberings VALUES (?, ?)')
  let last: string | null = null
  for (const { covers, markets } of db
    .prepare<[], { covers: number; markets: string }>('SELECT covers, markets FROM checkpoints ORDER BY covers')
    .all()) {
    const text = numberingText(fromJson(markets) as Market[])
    if (text !== last) insert.run(covers, text)
    last = text
  }
  db.prepare(`UPDATE meta SET value = ? WHERE key = 'version'`).run(String(JOURNAL_VERSION))
}
