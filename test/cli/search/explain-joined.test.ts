import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { freshDeskState } from '../../../src/engine/desk-state.js'
import type { Turn } from '../../../src/engine/news.js'
import { openJournal } from '../../../src/journal/journal.js'
import { DROP_TRIGGERS } from '../../../src/journal/tables.js'
import { MarketIndex, type OrderId } from '../../../src/model/ids.js'
import { writeInputLog } from '../../../src/recording/log/write-input-log.js'
import { strategy } from '../../../strategies/two-sided.js'
import { inFolder, oddsmith } from '../../end-to-end/daemon.js'
import { accepted, DeskBench, market, picture, START, settings, type Told } from '../../engine/desk-bench.js'

const PARAMETERS = { halfSpreadTicks: 1, leanTicks: 2, positionMaxShares: 100, sizeShares: 20 }
/** Room for the bid of a market, and none for its ask. */
const SETTINGS = settings({ limits: { openNotionalMaxUsdt: 15 }, desk: { graceMs: 0 } })
const WALLET = 'state/predict-0xabc'
/** Markets in the order in which they came, each over before the next joins: the second takes the index of the first. */
const VISITS = [
  { name: 'm0', index: 0, bid: 0.4, ask: 0.6 },
  { name: 'm1', index: 0, bid: 0.3, ask: 0.5 },
  { name: 'm2', index: 1, bid: 0.5, ask: 0.7 },
] as const

/** A run in which each market is quoted, with one order sent and one refused, at a venue that answers in the next turn. */
function traded(): DeskBench {
  const quoter = strategy.create(PARAMETERS)
  const bench = new DeskBench({
    decide: view => quoter.decide(view as Parameters<typeof quoter.decide>[0]),
    settings: SETTINGS,
    parameters: PARAMETERS,
  })
  let answers = answersTo(bench.open())
  const turn = (events: Parameters<DeskBench['turn']>[0]['events'] = []): Turn => {
    const told = bench.turn({ events, reports: answers, timer: true, afterMs: 100 })
    answers = answersTo(told)
    return told
  }
  for (const [visit, { index: place, bid, ask }] of VISITS.entries()) {
    const index = MarketIndex.of(place)
    if (visit > 0) turn([{ kind: 'joined', market: market(visit, { index }), stanza: 0 }])
    turn(picture(`ask ${ask} 50 / bid ${bid} 50`, index))
    turn()
    turn([{ kind: 'left', market: index }])
    while (!turn().left.includes(index)) expect(bench.turns).toBeLessThan(100)
  }
  return bench
}

const answersTo = ({ commands }: Turn): readonly Told[] =>
  commands.map(command =>
    command.kind === 'submit' ? accepted(command) : { kind: 'removal', order: command.order as OrderId, answer: 'removed' },
  )

/** Writes the journal and the input log that a runtime would have written of it. Gives what can be asked about, oldest first. */
async function write(home: string, { journal: entries, inputs, markets, now, desk }: DeskBench) {
  const [wallet, run] = [join(home, WALLET), join(home, 'runs/20231114-221320-abc')]
  for (const folder of [wallet, run]) mkdirSync(folder, { recursive: true })
  const journal = openJournal(join(wallet, 'journal.db'), { epoch: 7 })
  journal.save({ at: START, markets, state: freshDeskState(7) })
  for (const entry of entries) {
    const { at } = entry
    if (entry.kind !== 'submit') journal.append({ at, entries: [entry], orders: [] })
    else {
      const signed = { id: entry.submit.id, hash: entry.hash, body: new TextEncoder().encode(entry.hash) }
      journal.begin({ at, entries: [], orders: [{ submit: entry.submit, signed }] })
    }
  }
  const asked = { orders: journal.rows.orders(9).toReversed(), refusals: journal.rows.refusals(9).toReversed() }
  journal.close()
  const quoting = { strategy: 'two-sided', folder: null, parameters: PARAMETERS }
  const log = writeInputLog({
    file: join(run, 'input.ndjson.gz'),
    onProblem: text => expect.fail(text),
    header: {
      ...{ startedAt: START, oddsmith: '0.1.0', nodeMajor: 20, venue: 'predict', markets, settings: SETTINGS },
      assignments: [{ ...quoting, market: 0 }],
      stanzas: [quoting],
      state: freshDeskState(7),
    },
  })
  for (const record of inputs) {
    if (record.kind === 'mark') log.mark(record)
    else if (record.kind === 'frame' || record.kind === 'report') log.input(record)
  }
  await log.close({ at: now, stateHash: desk.stateHash() })
  return asked
}

test('journal explain knows the market of an order and of a refusal, though it joined the run later or another one has its index now', () =>
  inFolder(async home => {
    const { orders, refusals } = await write(home, traded())
    expect([orders.length, refusals.length]).toEqual([VISITS.length, VISITS.length])
    const explain = async (...args: readonly (string | number)[]): Promise<string> => {
      const { code, stdout, stderr } = await oddsmith(['journal', 'explain', ...args.map(String), '--home', home]).ended
      expect(code, stderr).toBe(0)
      return stdout
    }
    for (const [visit, { name, bid, ask }] of VISITS.entries()) {
      const decided = { touch: { bid: bid * 10_000, ask: ask * 10_000 }, answer: { kind: 'quotes' } }
      const refused = JSON.parse(await explain(refusals[visit]!.entry, '--json'))
      const verdict = { rule: 'openNotionalMaxUsdt', limit: 15 }
      expect(refused).toMatchObject({ market: name, untold: null, decided, verdict })
      const { id, price } = orders[visit]!
      const sent = JSON.parse(await explain(id, '--json'))
      expect(sent).toMatchObject({ market: name, untold: null, decided, asked: { price }, verdict: { kind: 'place' } })
    }
    expect(await explain(refusals.at(-1)!.entry)).toMatch(/in market m2, refused by openNotionalMaxUsdt[\s\S]+risk: refused/)

    // As in a journal of version 1 that was brought to this version: the markets of its first entries are those that the run began with.
    const db = new Database(join(home, WALLET, 'journal.db'))
    db.exec(`${DROP_TRIGGERS}; DELETE FROM numberings`)
    db.close()
    expect(JSON.parse(await explain(refusals[0]!.entry, '--json'))).toMatchObject({ market: 'm0', untold: null })
  }))
