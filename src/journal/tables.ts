/** Version of the file's layout; a larger number was written by a newer program. */
export const JOURNAL_VERSION = 2

/** How long the bytes of an order are kept after its expiration, in microseconds: clocks differ. */
export const BODY_KEPT_FOR = 60_000_000

/**
 * The journal's tables. Entries, orders and fills are append-only, which triggers enforce for every connection: history is corrected by a new row.
 * `bodies` holds the sent bytes of orders that may still be live, to send them again; only bodies of ended orders may be deleted. `numberings`
 * resolves the market indexes of entries after `covers`. Amounts are wei as text, because SQLite's integers end at 2^63. Times are microseconds.
 */
export const TABLES = `
  CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS entries(
    seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS orders(
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, hash TEXT NOT NULL, at INTEGER NOT NULL, market TEXT NOT NULL,
    outcome TEXT NOT NULL, side TEXT NOT NULL, price INTEGER NOT NULL, size INTEGER NOT NULL, style TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS bodies(seq INTEGER PRIMARY KEY, until INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS fills(
    key TEXT NOT NULL, state TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, order_id TEXT, market TEXT NOT NULL,
    outcome TEXT NOT NULL, side TEXT NOT NULL, shares TEXT NOT NULL, value TEXT NOT NULL, fee_in TEXT NOT NULL, fee TEXT NOT NULL,
    PRIMARY KEY(key, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints(
    covers INTEGER PRIMARY KEY, at INTEGER NOT NULL, markets TEXT NOT NULL, state TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS numberings(covers INTEGER PRIMARY KEY, markets TEXT NOT NULL) STRICT;
  CREATE TRIGGER IF NOT EXISTS bodies_no_update BEFORE UPDATE ON bodies BEGIN SELECT RAISE(ABORT, 'bodies are not changed'); END;
  CREATE TRIGGER IF NOT EXISTS bodies_no_delete BEFORE DELETE ON bodies
    WHEN old.until >= (SELECT at FROM entries ORDER BY seq DESC LIMIT 1)
    BEGIN SELECT RAISE(ABORT, 'the order of this body may be live'); END;
  ${['entries', 'orders', 'fills', 'numberings'].map(appendOnly).join('\n')}
`

/** Allows deleting rows inside a transaction that restores the triggers with `TABLES` before it ends. */
export const DROP_TRIGGERS = ['entries', 'orders', 'fills', 'numberings']
  .map(table => `DROP TRIGGER ${table}_no_delete;`)
  .join('\n')

function appendOnly(table: string): string {
  return ['UPDATE', 'DELETE']
    .map(
      verb => `CREATE TRIGGER IF NOT EXISTS ${table}_no_${verb.toLowerCase()} BEFORE ${verb} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`,
    )
    .join('\n')
}
