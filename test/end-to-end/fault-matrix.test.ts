import { describe, expect, it } from 'vitest'
import { FAULT_KINDS, type FaultKind, type WrittenFault } from '../../src/exchange.js'
import { isAcceptance } from '../is-acceptance.js'
import { expectWhole, type FaultyRunOptions, runFaultily } from './faulty-run.js'

const sometimes = { probability: 0.3, seed: 1 }

/** How each fault meets the bot. */
const MET: Readonly<Record<FaultKind, FaultyRunOptions['faults']>> = {
  'drop-answer': () => [{ kind: 'drop-answer', when: sometimes }],
  'delay-answer': () => [{ kind: 'delay-answer', byMs: 400, when: sometimes }],
  status: () =>
    ([403, 425, 429, 500, 502, 503, 504] as const).flatMap((status): WrittenFault[] => [
      { kind: 'status', status, when: { count: 3 } },
      ...(status < 500
        ? []
        : [{ kind: 'status', status, isCarriedOut: true, when: { count: 3, route: '/v1/orders*' } } as const]),
    ]),
  'empty-removal': () => [{ kind: 'empty-removal', when: { probability: 0.6, seed: 2 } }],
  // Less than a stop waits for: an order that the exchange does not know cannot be taken from it.
  unrecorded: () => [{ kind: 'unrecorded', forMs: 4_000 }],
  'fill-after-cancel': () => [{ kind: 'fill-after-cancel', byMs: 200 }],
  // Each return of the wallet's link reads its lists.
  'partial-page': () => [
    { kind: 'partial-page', how: 'cut', when: { count: 3 } },
    { kind: 'partial-page', how: 'row-lost', when: { count: 3 } },
    { kind: 'partial-page', how: 'cursor-repeated', when: { count: 3 } },
    { kind: 'shutdown-notice', graceMs: 0, when: { count: 60, everyMs: 250 } },
  ],
  // Its clock jumps once more while it is wrong.
  'clock-offset': () => [
    { kind: 'clock-offset', byMs: -5_000, when: { forMs: 700 } },
    { kind: 'clock-offset', byMs: 5_000, when: { afterMs: 700 } },
  ],
  silence: () => [{ kind: 'silence' }],
  'duplicate-events': () => [{ kind: 'duplicate-events' }],
  'reorder-events': () => [{ kind: 'reorder-events', withinMs: 100, when: sometimes }],
  'success-without-fill': () => [{ kind: 'success-without-fill', hidesSubmission: true }],
  'crossed-book': () => [{ kind: 'crossed-book', when: sometimes }],
  settlement: () => [{ kind: 'settlement', delayMs: 700, fails: 3 }],
  'silent-resolution': ({ markets }) => [{ kind: 'silent-resolution', market: markets[0] ?? 0, yes: 1 }],
  'counterparty-nonce': ({ account }) => [{ kind: 'counterparty-nonce', when: { account, count: 3 } }],
  'tick-change': ({ markets }) => [{ kind: 'tick-change', market: markets[0] ?? 0, decimalPrecision: 3 }],
  'token-expiry': () => [{ kind: 'token-expiry', when: { count: 3, everyMs: 400 } }],
  'shutdown-notice': () => [{ kind: 'shutdown-notice', graceMs: 300, when: { count: 2, everyMs: 600 } }],
  'stalled-socket': () => [{ kind: 'stalled-socket', forMs: 500, when: { count: 2, everyMs: 800 } }],
}

/** With these the exchange still lets a bot stop that does not trust what it is told. */
const STOPPABLE: readonly FaultKind[] = [
  'delay-answer',
  'empty-removal',
  'unrecorded',
  'fill-after-cancel',
  'clock-offset',
  'silence',
  'duplicate-events',
  'reorder-events',
  'success-without-fill',
  'crossed-book',
  'settlement',
  'counterparty-nonce',
]

const SEEDS = isAcceptance ? [3, 4, 5, 6] : [3]
const FOR_MS = isAcceptance ? 5_000 : 1_500

const run = async (kinds: readonly FaultKind[], options: Omit<FaultyRunOptions, 'faults' | 'forMs'>): Promise<void> => {
  let set: readonly WrittenFault[] = []
  const faults: FaultyRunOptions['faults'] = it => (set = kinds.flatMap(kind => [...MET[kind](it)]))
  const result = await runFaultily({ faults, forMs: FOR_MS, ...options })
  expectWhole(
    result,
    set.map(({ kind }) => kind),
  )
  expect(result.fills).toBeGreaterThan(0)
}

const ONE_BY_ONE = SEEDS.flatMap(seed => FAULT_KINDS.map(kind => ({ kind, seed })))
const UNDER = (isAcceptance ? SEEDS : []).flatMap(seed => STOPPABLE.map(kind => ({ kind, seed })))
/** Several at once, of each part of the exchange. */
const TOGETHER: readonly (readonly FaultKind[])[] = [
  ['drop-answer', 'duplicate-events', 'success-without-fill', 'settlement', 'counterparty-nonce', 'tick-change'],
  ['delay-answer', 'fill-after-cancel', 'reorder-events', 'shutdown-notice'],
  ['empty-removal', 'crossed-book', 'clock-offset', 'token-expiry', 'silent-resolution'],
]

describe.concurrent('whatever the exchange does wrong, the bot ends with the exchange’s own figures and nothing open', () => {
  it.each(ONE_BY_ONE)('$kind, seed $seed', ({ kind, seed }) => run([kind], { seed }), 120_000)
  it.each(UNDER)(
    '$kind until it has stopped, seed $seed',
    ({ kind, seed }) => run([kind], { seed, isStoppedUnder: true }),
    120_000,
  )
  it.each(TOGETHER.map(kinds => [kinds.join(', '), kinds] as const))(
    '%s together',
    (_, kinds) => run(kinds, { seed: 3 }),
    120_000,
  )
})
