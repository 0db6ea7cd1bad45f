import { interval, type Subscription } from 'rxjs'
import { Timestamp } from '../../model/time.js'
import type { Wires } from './wires.js'

/** How a link is probed. */
export interface LivenessOptions {
  readonly wires: Pick<Wires, 'clock' | 'scheduler'>
  /** How often a ping is sent, in ms; 0: never. */
  readonly everyMs: number
  /** Sends a ping. */
  readonly ping: () => void
  /** The question to send if pings are not answered; absent: none. */
  readonly question?: Question | undefined
  /** Proves by other means that the peer can be reached, if nothing on the link is answered; absent: no other proof. */
  readonly elsewhere?: (() => Promise<boolean>) | undefined
  /** Called once, when neither ping, question nor `elsewhere` was answered. */
  readonly onDead: (why: string) => void
  /** Called for each answer with the time its ping or question was sent: everything the peer sent before then has arrived. */
  readonly onAnswered?: ((askedAt: Timestamp) => void) | undefined
  /** Called with the duration of a round trip, in microseconds, and its end. */
  readonly onRoundTrip?: ((tripUs: number, at: Timestamp) => void) | undefined
}

/** Repeatedly proves that a link still carries bytes in both directions: TCP alone does not report a peer that is gone. */
export interface Liveness {
  /** The link is open: the first ping is sent, before any question. */
  begin(): void
  heardText(text: string): void
  heardPong(): void
  stop(): void
}

/** A request that a server answers on the link without any effect. */
export interface Question {
  /** Sends the question again. */
  readonly ask: () => void
  /** Whether this is the answer to the last one. */
  readonly isAnswer: (text: string) => boolean
  /** Whether the server has answered a question before, on any link; set here. */
  readonly server: { isAnswering: boolean }
}

/** Unanswered probes after which a link counts as dead. */
const MISSED_MAX = 2

/**
 * Watches one link. A received message proves nothing about the other direction. If a server answers a question sent after the first ping, but not
 * the ping, it does not answer pings: from then on the question is used. If it answers neither, `elsewhere` is asked, which proves that the venue can
 * be reached, but nothing about this link.
 */
export function createLiveness(options: LivenessOptions): Liveness {
  const { wires, everyMs, question, onDead, onAnswered, onRoundTrip } = options
  let timer: Subscription | null = null
  let probe: 'ping' | 'question' | 'elsewhere' = 'ping'
  let missed = 0
  /** When the unanswered pings were sent. Answers come in order; if a peer skips one, that only makes it less trusted. */
  const asked: Timestamp[] = []
  let questionAt = Timestamp.ZERO
  let hasPonged = false
  let hasText = false

  const ping = (): void => {
    if (asked.push(wires.clock.now()) > MISSED_MAX + 1) asked.shift()
    options.ping()
  }
  const askElsewhere = async (): Promise<void> => {
    if (options.elsewhere === undefined || (await options.elsewhere())) missed = 0
  }
  const askQuestion = (): void => {
    questionAt = wires.clock.now()
    question?.ask()
  }
  const proofs = { ping, question: askQuestion, elsewhere: () => void askElsewhere() }
  /** The next kind of probe to try when one is not answered; null: the link is dead, because this kind was answered before or nothing is left to try. */
  const nextProbe = (): typeof probe | null => {
    if (probe === 'elsewhere' || hasPonged || !hasText) return null
    if (probe === 'ping' && question !== undefined) return 'question'
    return question?.server.isAnswering === true ? null : 'elsewhere'
  }
  const look = (): void => {
    if (missed >= MISSED_MAX) {
      const next = nextProbe()
      if (next === null) return onDead(probe === 'elsewhere' ? 'the venue no longer answers' : 'the link no longer answers')
      probe = next
      missed = 0
    }
    proofs[probe]()
    missed += 1
  }
  return {
    begin: () => {
      if (everyMs === 0) return
      look()
      timer = interval(everyMs, wires.scheduler).subscribe(look)
    },
    heardText: text => {
      hasText = true
      if (question === undefined || probe !== 'question' || !question.isAnswer(text)) return
      question.server.isAnswering = true
      missed = 0
      onAnswered?.(questionAt)
    },
    heardPong: () => {
      hasPonged = true
      missed = 0
      const now = wires.clock.now()
      const isAlone = asked.length === 1
      const askedAt = asked.shift()
      if (askedAt === undefined) return
      // Only a ping that was alone on the link measures a round trip.
      if (isAlone) onRoundTrip?.(now - askedAt, now)
      onAnswered?.(askedAt)
    },
    stop: () => timer?.unsubscribe(),
  }
}
