import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { from, type Subscription } from 'rxjs'
import type { z } from 'zod'
import type { FeedDefinition, FeedVenue, ReadVenue } from '../feeds/feed-definition.js'
import { createFeedParts } from '../feeds/feed-parts.js'
import { ReferenceReader } from '../feeds/reference-reader.js'
import type { MarketEvent } from '../model/event.js'
import { Timestamp } from '../model/time.js'
import { systemWires } from '../venues/wires/system-wires.js'
import type { ContractCase } from './venue-contract.js'

/** A feed to test, with a source on this computer that the test controls. */
export interface FeedOnTrial {
  readonly definition: FeedDefinition<z.ZodType>
  /** As in a config file, beside `source`. */
  readonly config: unknown
  /** Makes the source send a new value to all listeners; resolves with that value. */
  readonly push: () => Promise<number> | number
  /** Makes the source send an invalid message. Absent: it cannot. */
  readonly pushNonsense?: () => Promise<void> | void
  /** Ends every link from the source's side; new ones are accepted. */
  readonly cut: () => Promise<void> | void
  /** How many links are open at the source. Absent: links do not stay open, because the feed polls. */
  readonly links?: () => number
  /** Ends the source. */
  readonly close: () => Promise<void> | void
  /** What the run's venue would offer. Absent: the feed needs none. */
  readonly venue?: FeedVenue & ReadVenue
}

/**
 * Requirements of every feed, for any test runner: `for (const { name, run } of feedContract(open)) test(name, run)`. `open` is called for each case,
 * so that no case depends on another.
 */
export const feedContract = (open: () => Promise<FeedOnTrial> | FeedOnTrial): readonly ContractCase[] =>
  Object.entries(CASES).map(([name, trial]) => ({
    name,
    run: async () => {
      const given = await open()
      const stage = new Stage(given)
      try {
        await trial(stage, given)
      } finally {
        stage.leave()
        await given.close()
      }
    },
  }))

const PATIENCE_MS = 5_000
const LOOK_MS = 10
/** How often a value is pushed until one is received: the source may not know its listeners yet. */
const PUSH_MS = 100

const NO_VENUE: FeedVenue & ReadVenue = {
  market: () => {
    throw new Error('this feed has no venue on trial')
  },
  prices: null,
  decoder: () => ({ decode: () => [] }),
  readPrice: null,
}

interface Heard {
  readonly text: string
  readonly receivedAt: Timestamp
}

class Stage {
  /** Messages of all links, in order. */
  readonly heard: Heard[] = []
  /** How links ended. */
  readonly ends: string[] = []
  readonly #given: FeedOnTrial
  readonly #config: unknown
  readonly #venue: FeedVenue & ReadVenue
  #link: Subscription | null = null

  constructor(given: FeedOnTrial) {
    this.#given = given
    this.#venue = given.venue ?? NO_VENUE
    // A log stores the config as JSON.
    this.#config = JSON.parse(JSON.stringify(given.definition.config.parse(given.config)))
  }

  listen(): void {
    const { definition } = this.#given
    const wires = systemWires()
    const parts = createFeedParts(definition.name, { wires, venue: this.#venue, environment: process.env })
    this.#link = from(definition.open(this.#config, parts)).subscribe({
      next: text => this.heard.push({ text, receivedAt: wires.clock.now() }),
      error: error => this.ends.push(String(error)),
      complete: () => this.ends.push('the end'),
    })
  }

  leave(): void {
    this.#link?.unsubscribe()
  }

  /** What a reader makes of all messages. */
  readAll(heard: readonly Heard[] = this.heard): { readonly events: readonly MarketEvent[]; readonly bad: number } {
    const { definition } = this.#given
    const reader = new ReferenceReader('trial', definition.reader(this.#config, this.#venue))
    const events = heard.flatMap(({ text, receivedAt }) => reader.decode({ source: 'feed:trial', receivedAt, frame: text }))
    return { events, bad: reader.bad }
  }

  /** Pushes until a value is received that was pushed here. */
  async hearsValue(): Promise<void> {
    const first = this.heard.length
    const pushed = new Set<number>()
    await until('a value that the source told is read', async () => {
      pushed.add(await this.#given.push())
      await pause(PUSH_MS)
      const { events } = this.readAll()
      const last = events.findLast(event => event.kind === 'reference')
      return this.heard.length > first && last !== undefined && pushed.has(last.value)
    })
  }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) assert.fail(`expected that ${what} within ${PATIENCE_MS / 1_000} s`)
    await pause(LOOK_MS)
  }
}

const CASES: Readonly<Record<string, (stage: Stage, given: FeedOnTrial) => Promise<void>>> = {
  'reads the values of its source, and finds none of its texts invalid': async stage => {
    stage.listen()
    await stage.hearsValue()
    assert.equal(stage.readAll().bad, 0)
  },
  'reads the same values from the same texts, at any time': async stage => {
    stage.listen()
    await stage.hearsValue()
    await stage.hearsValue()
    const heard = [...stage.heard]
    assert.deepEqual(stage.readAll(heard), stage.readAll(heard))
  },
  'goes on after an invalid text': async (stage, { pushNonsense }) => {
    const reads = (texts: readonly string[]): void => {
      const heard = texts.map(text => ({ text, receivedAt: Timestamp.ofSeconds(1) }))
      for (const event of stage.readAll(heard).events) assert.notEqual(event.kind, 'reference', 'nonsense was read as a value')
    }
    reads(['', '{', 'null', '[]', '{}', '\u0000'])
    stage.listen()
    await stage.hearsValue()
    await pushNonsense?.()
    await stage.hearsValue()
    assert.deepEqual(stage.ends, [])
  },
  'ends when its link ends, and brings values again when it is reopened': async (stage, { cut, links }) => {
    stage.listen()
    await stage.hearsValue()
    await cut()
    if (links !== undefined) await until('the feed says that its link ended', () => stage.ends.length === 1)
    else await pause(PUSH_MS)
    if (stage.ends.length > 0) stage.listen()
    await stage.hearsValue()
  },
  'closes its link when it is unsubscribed': async (stage, { links }) => {
    stage.listen()
    await stage.hearsValue()
    const before = stage.heard.length
    stage.leave()
    if (links !== undefined) await until('no link is open at the source', () => links() === 0)
    await pause(PUSH_MS)
    assert.ok(stage.heard.length <= before + 1, 'texts came after it was left')
  },
}
