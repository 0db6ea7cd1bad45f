import { interval, type Subscription } from 'rxjs'
import { Timestamp } from '../../model/time.js'
import type { Wires } from './wires.js'

export interface LivenessOptions {
  readonly wires: Pick<Wires, 'clock' | 'scheduler'>
  /** How often a ping is sent, in ms; 0: never. */
  readonly everyMs: number
  readonly ping: () => void
  /** What is asked on the link itself, where pings are not answered; missing: nothing. */
  readonly question?: Question | undefined
  /** Proves in another way that the peer can be reached, where nothing on the link is answered; missing: then nothing is proven. */
  readonly elsewhere?: (() => Promise<boolean>) | undefined
  readonly onDead: (why: string) => void
  /** Told of each answer on the link when its ping or question had left: what the peer had sent by then has come. */
  readonly onAnswered?: ((askedAt: Timestamp) => void) | undefined
  /** Told how long an answer took, in microseconds, and when it came. */
  readonly onRoundTrip?: ((tripUs: number, at: Timestamp) => void) | undefined
}

/** Proof after proof that a link still carries bytes in both directions: TCP alone says nothing of a peer that is gone. */
export interface Liveness {
  /** The link is open: the first ping leaves, ahead of whatever is asked next. */
  begin(): void
  heardText(text: string): void
  heardPong(): void
  stop(): void
}

/** Something that a server answers on the link, and that changes nothing there. */
export interface Question {
  /** Asks once more. */
  readonly ask: () => void
  /** Whether this is the answer to the last one. */
  readonly isAnswer: (text: string) => boolean
  /** Whether the server has answered one before, on this link or on another one; set here. */
  readonly server: { isAnswering: boolean }
}

/** Probes without an answer after which a link is dead. */
const MISSED_MAX = 2

/**
 * Watches one link. A text is no proof, because it says nothing of the way there. A server that answers what was asked behind the first ping,
 * and not the ping, answers none: from then on the question is asked instead. One that answers neither is asked `elsewhere`, which proves that the
 * venue is there, and nothing of this link.
 */
export function createLiveness(options: LivenessOptions): Liveness {
  const { wires, everyMs, question, onDead, onAnswered, onRoundTrip } = options
  let timer: Subscription | null = null
  let probe: 'ping' | 'question' | 'elsewhere' = 'ping'
  let missed = 0
  /** When the pings left that have no answer yet. Answers come in their order; a peer that leaves one out is believed less, never more. */
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
  /** What is tried instead of a probe that is not answered; null: it was answered once, so the link is dead. */
  const nextProbe = (): typeof probe | null => {
    if (probe === 'elsewhere' || hasPonged || !hasText) return null
    if (probe === 'ping' && question !== undefined) return 'question'
    return question?.server.isAnswering === true ? null : 'elsewhere'
  }
  const look = (): void => {
    if (missed >= MISSED_MAX) {
      const next = nextProbe()
      if (next === null) return onDead(probe === 'elsewhere' ? 'the venue answers no more' : 'the link answers no more')
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
      // Only a ping that is alone on its way says how long the way is.
      if (isAlone) onRoundTrip?.(now - askedAt, now)
      onAnswered?.(askedAt)
    },
    stop: () => timer?.unsubscribe(),
  }
}
