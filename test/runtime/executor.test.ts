import { NEVER } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { OrderHash, type OrderId } from '../../src/model/ids.js'
import type { Cancel, Command } from '../../src/model/intent.js'
import { Wei } from '../../src/model/money.js'
import type { Report } from '../../src/model/report.js'
import type { Timestamp } from '../../src/model/time.js'
import { createExecutor, type ExecutorOptions } from '../../src/runtime/executor.js'
import { createFence } from '../../src/runtime/fence.js'
import type { Gateway } from '../../src/venues/venue.js'
import { at, market, signed, submit } from '../journal/lines.js'

type Answer = 'accepted' | 'unanswered' | `rejected ${string}` | 'fails'

const said = (order: OrderId, answer: Exclude<Answer, 'fails'>): Report => {
  const stamp = { order, at: at(1), receivedAt: at(1) }
  if (answer === 'accepted') return { ...stamp, kind: 'accepted', venueId: 'v', lockedUntil: null }
  if (answer === 'unanswered') return { ...stamp, kind: 'unanswered', what: 'submit' }
  return { ...stamp, kind: 'rejected', slug: answer.slice('rejected '.length) }
}

/** A wire in hand: what was sent, in order, and answers that come when the test says so. */
function wired(
  options: {
    readonly answers?: readonly Answer[]
    readonly now?: () => Timestamp
    readonly soon?: (work: () => void) => void
    readonly pulse?: ExecutorOptions['pulse']
    readonly cancelsPerCall?: number
  } = {},
) {
  const sent: string[] = []
  const reports: Report[] = []
  const errors: unknown[] = []
  const waiting: { ms: number; work: () => void }[] = []
  const answers = [...(options.answers ?? [])]
  const held: (() => void)[] = []
  let holds: 'answers' | 'connections' | null = null
  const letsGo = (): Promise<void> => new Promise(resolve => held.push(resolve))
  const gateway: Gateway = {
    reports: NEVER,
    sign: ({ id }) => {
      sent.push(`sign ${id}`)
      if (id.endsWith('-666')) throw new Error('no such price')
      return signed(Number(id.split('-')[1])).signed
    },
    submit: async (order, mayStart) => {
      if (holds === 'connections') await letsGo()
      if (mayStart?.() === false) return said(order.id, 'rejected not_sent')
      sent.push(`submit ${new TextDecoder().decode(order.body)}`)
      if (holds === 'answers') await letsGo()
      const answer = answers.shift() ?? 'accepted'
      if (answer === 'fails') throw new Error('a gateway must not do this')
      return said(order.id, answer)
    },
    cancel: async orders => {
      sent.push(`cancel ${orders.length > 3 ? `${orders.length} orders` : orders.join(' ')}`)
      return orders.map(order => ({
        kind: 'removal',
        order: order as OrderId,
        answer: 'removed',
        at: at(1),
        receivedAt: at(1),
      }))
    },
    find: async order => said(order, 'unanswered'),
    snapshot: async () => ({ orders: [], cash: Wei.ZERO, fills: [], shares: new Map() }),
  }
  const journal = openJournal(':memory:', { epoch: 7 })
  journal.save({ at: at(0), markets: [market('a', 0)], state: null })
  const executor = createExecutor({
    gateway,
    journal,
    clock: { now: options.now ?? (() => at(1)), wallOffset: () => 0 },
    answer: report => reports.push(report),
    soon: options.soon ?? (work => work()),
    later: (ms, work) => waiting.push({ ms, work }),
    onJournalError: error => errors.push(error),
    pulse: options.pulse,
    cancelsPerCall: options.cancelsPerCall,
  })
  const run = (...commands: Command[]) => executor.run({ at: at(1), entries: [], commands })
  return {
    executor,
    run,
    sent,
    reports,
    errors,
    waiting,
    journal,
    hold: (what: 'answers' | 'connections' = 'answers') => {
      holds = what
    },
    letGo: () => {
      holds = null
      for (const go of held.splice(0)) go()
    },
  }
}

const cancel = (counter: number): Cancel => ({ kind: 'cancel', order: submit(counter).id })
const kinds = (reports: readonly Report[]): string[] => reports.map(report => report.kind)

describe('the order of things', () => {
  test('cancels leave before anything is signed', async () => {
    const { run, sent, executor } = wired()
    run(submit(1), cancel(9), submit(2), cancel(8))
    await executor.quiet()
    expect(sent).toEqual(['cancel 7-9 7-8', 'sign 7-1', 'sign 7-2', 'submit order 1', 'submit order 2'])
  })

  test('a turn that cancels signs in the next moment, and neither a later turn nor a stop gets ahead of it', async () => {
    const soon: (() => void)[] = []
    const wire = wired({ soon: work => soon.push(work) })
    wire.run({ kind: 'cancel', order: submit(1).id }, submit(2))
    expect(wire.sent).toEqual(['cancel 7-1'])
    wire.run(submit(3))
    expect(wire.sent.filter(text => text.startsWith('sign'))).toEqual(['sign 7-2', 'sign 7-3'])
    for (const work of soon) work()
    expect(wire.sent.filter(text => text.startsWith('sign'))).toHaveLength(2)
    wire.run({ kind: 'cancel', order: submit(2).id }, submit(4))
    wire.executor.latch()
    await wire.executor.quiet()
    expect(wire.reports).toContainEqual(expect.objectContaining({ kind: 'rejected', order: '7-4', slug: 'stopped' }))
  })

  test('a hundred cancels go in one request, the next hundred in another', async () => {
    const { run, sent, executor } = wired()
    run(...Array.from({ length: 250 }, (_, count) => cancel(count)))
    await executor.quiet()
    expect(sent).toEqual(['cancel 100 orders', 'cancel 100 orders', 'cancel 50 orders'])
  })

  test('cancels go in requests of the venue’s own size where it takes fewer', async () => {
    const { run, sent, executor } = wired({ cancelsPerCall: 20 })
    run(...Array.from({ length: 45 }, (_, count) => cancel(count)))
    await executor.quiet()
    expect(sent).toEqual(['cancel 20 orders', 'cancel 20 orders', 'cancel 5 orders'])
  })

  test('what is sent stands in the journal, after what the turn had learned', () => {
    const { executor, journal } = wired()
    const report: Report = { kind: 'link', state: 'live', at: at(1), receivedAt: at(1) }
    executor.run({ at: at(1), entries: [{ kind: 'report', at: at(1), report }], commands: [submit(1), cancel(2)] })
    expect(journal.restore().entries.map(({ kind }) => kind)).toEqual(['report', 'cancel', 'submit'])
  })

  test('a create that is on its way is canceled once it has been answered, others at once', async () => {
    const { run, sent, executor, hold, letGo } = wired()
    hold()
    run(submit(1))
    run(cancel(1), cancel(5))
    expect(sent).toEqual(['sign 7-1', 'submit order 1', 'cancel 7-5'])
    letGo()
    await executor.quiet()
    expect(sent.at(-1)).toBe('cancel 7-1')
  })

  test('a create that waits for a connection is not sent any more once it was canceled, and needs no request for that', async () => {
    const { run, sent, reports, executor, hold, letGo } = wired()
    hold('connections')
    run(submit(1), submit(2))
    run(cancel(1))
    letGo()
    await executor.quiet()
    expect(sent).toEqual(['sign 7-1', 'sign 7-2', 'submit order 2'])
    expect(reports).toContainEqual(expect.objectContaining({ kind: 'rejected', order: '7-1', slug: 'not_sent' }))
  })

  test('a repeated create that waits is not sent either, and its order is canceled: the first attempt may have arrived', async () => {
    const { run, sent, executor, waiting, hold, letGo } = wired({ answers: ['unanswered'] })
    run(submit(1))
    await executor.quiet()
    hold('connections')
    waiting.shift()?.work()
    run(cancel(1))
    letGo()
    await executor.quiet()
    expect(sent).toEqual(['sign 7-1', 'submit order 1', 'cancel 7-1'])
  })

  test('nothing is left to cancel of a create that was rejected', async () => {
    const { run, sent, executor, hold, letGo } = wired({ answers: ['rejected insufficient_balance'] })
    hold()
    run(submit(1))
    run(cancel(1))
    letGo()
    await executor.quiet()
    expect(sent).toEqual(['sign 7-1', 'submit order 1'])
  })

  test('a cancel leaves after a refusal of a repeated request, which says nothing about the first one', async () => {
    const { run, sent, executor, waiting, hold, letGo } = wired({ answers: ['unanswered', 'rejected rate_limited'] })
    run(submit(1))
    await executor.quiet()
    hold()
    waiting.shift()?.work()
    run(cancel(1))
    expect(sent.at(-1)).toBe('submit order 1')
    letGo()
    await executor.quiet()
    expect(sent.at(-1)).toBe('cancel 7-1')
  })

  test('an order that is not ours can be canceled by its hash', async () => {
    const { run, sent, executor } = wired()
    run({ kind: 'cancel', order: OrderHash.of('0xAB') })
    await executor.quiet()
    expect(sent).toEqual(['cancel 0xab'])
  })
})

describe('doubt', () => {
  test('the same bytes are sent again, with growing pauses, until an answer is definite', async () => {
    const { run, sent, reports, waiting, executor } = wired({ answers: ['unanswered', 'unanswered', 'accepted'] })
    run(submit(1))
    await executor.quiet()
    expect(kinds(reports)).toEqual(['unanswered'])
    const pauses: number[] = []
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      pauses.push(next.ms)
      next.work()
      await executor.quiet()
    }
    expect(pauses).toEqual([250, 500])
    expect(sent).toEqual(['sign 7-1', 'submit order 1', 'submit order 1', 'submit order 1'])
    expect(kinds(reports)).toEqual(['unanswered', 'accepted'])
  })

  test('a refusal of the order disproves it, a refusal of the request does not', async () => {
    const { run, reports, waiting, executor } = wired({
      answers: ['unanswered', 'rejected rate_limited', 'rejected order_expired'],
    })
    run(submit(1))
    await executor.quiet()
    waiting.shift()?.work()
    await executor.quiet()
    expect(kinds(reports)).toEqual(['unanswered'])
    waiting.shift()?.work()
    await executor.quiet()
    expect(reports.at(-1)).toMatchObject({ kind: 'rejected', slug: 'order_expired' })
    expect(waiting).toEqual([])
  })

  test('an expired order is not sent again', async () => {
    let now = at(1)
    const { run, sent, waiting, executor } = wired({ answers: ['unanswered'], now: () => now })
    run(submit(1, { expiresAt: at(30) }))
    await executor.quiet()
    now = at(30)
    waiting.shift()?.work()
    await executor.quiet()
    expect(sent.filter(line => line.startsWith('submit'))).toHaveLength(1)
  })

  test('a gateway that fails is an unanswered create, not a lost exception', async () => {
    const { run, reports, executor } = wired({ answers: ['fails'] })
    run(submit(1))
    await executor.quiet()
    expect(reports).toMatchObject([{ kind: 'unanswered', what: 'submit' }])
  })

  test('an order of an earlier life is sent byte for byte, and only a definite answer is told', async () => {
    const { executor, journal, sent, reports, waiting } = wired({ answers: ['unanswered', 'accepted'] })
    const [order] = journal.append({ at: at(1), entries: [], orders: [signed(4)] })
    if (order !== undefined) executor.resend(order, at(60))
    await executor.quiet()
    expect(reports).toEqual([])
    waiting.shift()?.work()
    await executor.quiet()
    expect(sent).toEqual(['submit order 4', 'submit order 4'])
    expect(kinds(reports)).toEqual(['accepted'])
  })
})

describe('failure', () => {
  test('where the journal cannot be written, cancels still leave and creates do not', async () => {
    const { run, sent, reports, errors, journal, executor } = wired()
    journal.close()
    run(submit(1), cancel(9))
    await executor.quiet()
    expect(sent).toEqual(['cancel 7-9', 'sign 7-1'])
    expect(reports).toMatchObject([{ kind: 'rejected', slug: 'not_journaled' }, { kind: 'removal' }])
    expect(String(errors[0])).toContain('could not be written')
  })

  test('an order that cannot be signed never was, and the others go', async () => {
    const { run, sent, reports, executor } = wired()
    run(submit(666), submit(2))
    await executor.quiet()
    expect(reports).toMatchObject([{ kind: 'rejected', slug: 'unsignable: no such price' }, { kind: 'accepted' }])
    expect(sent.at(-1)).toBe('submit order 2')
    expect(executor.unsent()).toBe(1)
  })
})

test('once latched no create leaves, not even one that is repeated; cancels do', async () => {
  const { run, sent, reports, waiting, executor } = wired({ answers: ['unanswered'] })
  run(submit(1))
  await executor.quiet()
  executor.latch()
  waiting.shift()?.work()
  run(submit(2), cancel(1))
  await executor.quiet()
  expect(sent).toEqual(['sign 7-1', 'submit order 1', 'cancel 7-1'])
  // Nor is it tried again later, by a gateway that would not ask whether it may still start.
  expect(waiting).toEqual([])
  expect(reports).toMatchObject([{ kind: 'unanswered' }, { kind: 'rejected', slug: 'stopped' }, { kind: 'removal' }])
  expect(executor.unsent()).toBe(1)
})

test('once latched no create leaves that waits for a connection', async () => {
  const { run, sent, reports, executor, hold, letGo } = wired()
  hold('connections')
  run(submit(1))
  executor.latch()
  letGo()
  await executor.quiet()
  expect(sent).toEqual(['sign 7-1'])
  expect(reports).toMatchObject([{ kind: 'rejected', slug: 'not_sent' }])
})

describe('a process that stood still', () => {
  const watched = (answers: readonly Answer[] = []) => {
    const now = { ms: 0 }
    const fence = createFence(5_000, { monotonic: () => now.ms, wall: () => now.ms })
    fence.well()
    const told: unknown[] = []
    const pulse = { fence, sent: (orders: unknown) => told.push(orders), gone: (order: unknown) => told.push(order) }
    return { now, fence, told, wire: wired({ answers, pulse }) }
  }

  test('sends no create that waits, says so of each, and lets cancels leave', async () => {
    const { now, wire, told } = watched()
    now.ms = 5_000
    wire.run(submit(1), { kind: 'cancel', order: submit(9).id })
    await wire.executor.quiet()
    expect(wire.sent).toEqual(['cancel 7-9'])
    expect(wire.reports).toContainEqual(expect.objectContaining({ kind: 'rejected', order: submit(1).id, slug: 'stalled' }))
    // Nothing was sent, so the keeper hears of no order that is to be removed.
    expect(told).toEqual([submit(9).id])
  })

  test('never sends again what was begun before, though it is well again', async () => {
    const { now, fence, wire } = watched(['unanswered'])
    wire.run(submit(1))
    await wire.executor.quiet()
    expect(wire.waiting).toHaveLength(1)
    now.ms = 5_000
    expect(fence.mayOpen()).toBe(false)
    fence.well()
    for (const { work } of wire.waiting) work()
    await wire.executor.quiet()
    expect(wire.sent.filter(line => line.startsWith('submit'))).toHaveLength(1)
  })

  test('tells of each order before it leaves, and of those that the venue does not have', async () => {
    const { wire, told } = watched(['accepted', 'rejected too_small'])
    wire.run(submit(1), submit(2))
    expect(told).toHaveLength(1)
    expect(told[0]).toEqual([submit(1), submit(2)].map(({ id }) => [id, expect.stringMatching(/^0x/), at(60) / 1_000]))
    await wire.executor.quiet()
    expect(told.slice(1)).toEqual([submit(2).id])
  })
})
