import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../../src/journal/journal.js'
import { MarketIndex } from '../../../src/model/ids.js'
import type { Place } from '../../../src/model/intent.js'
import { Price, Size } from '../../../src/model/money.js'
import { Timestamp } from '../../../src/model/time.js'
import { restoreState } from '../../../src/runtime/restore-state.js'
import { inFolder } from '../../end-to-end/daemon.js'
import { inProcess } from '../in-process.js'

/** A bid of size 0, which stands for a whole answer. */
const intent: Place = {
  ...{ kind: 'place', market: MarketIndex.of(0), outcome: 'yes', side: 'buy', style: 'post-only' },
  ...{ price: Price.of(5_000), size: Size.ZERO, expiresAt: Timestamp.ZERO },
}

test('an answer of which no order could be made is shown as such, and not as an order of size 0', () =>
  inFolder(async home => {
    const folder = join(home, 'state', 'predict-0x12')
    mkdirSync(folder, { recursive: true })
    const journal = openJournal(join(folder, 'journal.db'), { epoch: 1 })
    const at = Timestamp.ofMs(Date.now())
    journal.save({ at, markets: [], state: restoreState(journal).state })
    const refusal = { intent, rule: 'price', limit: 10_000, found: 0.53, note: 'price 0.53; expected a whole number' }
    journal.append({ at, entries: [{ kind: 'refusal', at, refusal }], orders: [] })
    journal.close()
    const { stdout } = await inProcess(['journal', 'refusals', '--home', home, '--json'])
    const { refusals } = JSON.parse(stdout)
    expect(refusals).toMatchObject([{ side: null, outcome: null, price: null, shares: null, rule: 'price', found: '0.53' }])
    const told = await inProcess(['journal', 'explain', refusals[0].entry, '--home', home])
    expect(told.stdout).toMatch(
      /entry \d+ at \S+: an answer of which no order can be made in .*, refused by price \(limit 10000, found 0\.53; price 0\.53; expected a whole number\)/,
    )
    expect(told.stdout).not.toContain('buy yes 0')
  }))
