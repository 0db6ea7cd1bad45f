import { Price } from '../../src/model/money.js'
import type { Chance } from './chance.js'
import { MARKET_IDS } from './sim-exchange.js'
import type { SimLink } from './sim-link.js'
import type { SimWorld } from './world.js'

/** Something that goes wrong: begins at once and answers how it ends. */
export interface Trouble {
  readonly name: string
  /** How often it comes, beside the others. */
  readonly weight: number
  begin(world: SimWorld, chance: Chance): () => void
}

const nothing = (): void => undefined

const linksOf = (world: SimWorld, fits: (link: SimLink) => boolean): readonly SimLink[] => [...world.links].filter(fits)

const cut = (world: SimWorld, fits: (link: SimLink) => boolean): void => {
  for (const link of linksOf(world, fits)) link.cut()
}

const isWallet = (link: SimLink): boolean => link.isWallet
const isPublic = (link: SimLink): boolean => link.isPublic
const isAny = (): boolean => true

/** Bytes of these links vanish on their way, one way or both; what is opened later is not touched. */
const swallow = (world: SimWorld, chance: Chance, fits: (link: SimLink) => boolean): (() => void) => {
  const way = chance.pick(['down', 'up', 'both'] as const)
  for (const link of linksOf(world, fits)) {
    if (way !== 'up') link.swallowsDown = world.time.now
    if (way !== 'down') link.swallowsUp = world.time.now
  }
  // A link whose bytes vanished for a while is out of step for ever: it ends with the trouble.
  return () => {
    for (const link of linksOf(world, link => link.isSwallowing)) link.cut()
  }
}

/** A cut after which no stream comes back for as long as it lasts. */
const cutFor = (world: SimWorld, fits: (link: SimLink) => boolean): (() => void) => {
  world.weather.isStreamRefused = true
  cut(world, fits)
  return () => {
    world.weather.isStreamRefused = false
  }
}

const rest = (change: (world: SimWorld, chance: Chance) => void): Trouble['begin'] => {
  return (world, chance) => {
    change(world, chance)
    return () => {
      const { weather } = world
      weather.delayMs = 20
      weather.requestsLost = weather.answersLost = weather.gated = 0
      weather.isRestRefused = false
    }
  }
}

const frames = (change: (world: SimWorld, chance: Chance) => void): Trouble['begin'] => {
  return (world, chance) => {
    change(world, chance)
    return () => {
      const { weather } = world
      weather.framesLost = weather.framesTwice = weather.framesLate = 0
    }
  }
}

const once = (strike: (world: SimWorld, chance: Chance) => void): Trouble['begin'] => {
  return (world, chance) => {
    strike(world, chance)
    return nothing
  }
}

const TICKS = [Price.of(100), Price.of(10)] as const
const HOUR_US = 3_600_000_000

/** Everything that can go wrong. */
export const TROUBLES: readonly Trouble[] = [
  { name: 'wallet link cut', weight: 3, begin: once(world => cut(world, isWallet)) },
  { name: 'books link cut', weight: 3, begin: once(world => cut(world, isPublic)) },
  { name: 'both links cut', weight: 2, begin: once(world => cut(world, isAny)) },
  { name: 'wallet link cut for a while', weight: 2, begin: world => cutFor(world, isWallet) },
  { name: 'books link cut for a while', weight: 2, begin: world => cutFor(world, isPublic) },
  { name: 'both links cut for a while', weight: 2, begin: world => cutFor(world, isAny) },
  { name: 'wallet link half-open', weight: 2, begin: (world, chance) => swallow(world, chance, isWallet) },
  { name: 'books link half-open', weight: 2, begin: (world, chance) => swallow(world, chance, isPublic) },
  { name: 'both links half-open', weight: 1, begin: (world, chance) => swallow(world, chance, isAny) },
  {
    name: 'a book is silent',
    weight: 3,
    begin: (world, chance) => {
      const { silent } = world.weather
      const market = String(chance.pick(MARKET_IDS))
      silent.add(market)
      return () => void silent.delete(market)
    },
  },
  {
    name: 'frames get lost',
    weight: 2,
    begin: frames(({ weather }, chance) => {
      weather.framesLost = chance.between(0.05, 0.5)
    }),
  },
  {
    name: 'frames come twice and late',
    weight: 3,
    begin: frames(({ weather }, chance) => {
      weather.framesTwice = chance.between(0.05, 0.4)
      weather.framesLate = chance.between(0.02, 0.3)
    }),
  },
  {
    name: 'slow network',
    weight: 2,
    begin: rest(({ weather }, chance) => {
      weather.delayMs = chance.between(200, 4_000)
    }),
  },
  {
    name: 'requests and answers get lost',
    weight: 4,
    begin: rest(({ weather }, chance) => {
      weather.requestsLost = chance.between(0, 0.4)
      weather.answersLost = chance.between(0.05, 0.5)
    }),
  },
  {
    name: 'REST is refused',
    weight: 2,
    begin: rest(({ weather }) => {
      weather.isRestRefused = true
    }),
  },
  {
    name: 'a gate answers 429, 401, 425 or 5xx',
    weight: 2,
    begin: rest(({ weather }, chance) => {
      weather.gated = chance.between(0.1, 0.8)
    }),
  },
  {
    name: 'kill of the bot',
    weight: 4,
    begin: once((world, chance) => world.killBot('by the plan', chance.between(100, 8_000))),
  },
  {
    name: 'kill of the bot behind an order',
    weight: 3,
    begin: world => {
      world.diesAtNextOrder = true
      return () => {
        world.diesAtNextOrder = false
      }
    },
  },
  {
    name: 'the bot stands still',
    weight: 3,
    begin: once(({ bot, time }, chance) => {
      if (bot === null || (bot.owner.stallsUntil ?? 0) > time.now) return
      bot.owner.stallsFrom = time.now
      bot.owner.stallsUntil = time.now + 1e6 * chance.pick([chance.between(0.2, 4), chance.between(4, 12)])
    }),
  },
  {
    name: 'kill of the exchange',
    weight: 3,
    begin: (world, chance) => {
      if (world.exchange.open === null) return nothing
      world.exchange.kill()
      world.time.after(chance.between(200, 5_000), 'exchange starts', () => world.exchange.start())
      return nothing
    },
  },
  {
    name: 'disk full',
    weight: 1,
    begin: world => {
      world.isDiskFull = true
      return () => {
        world.isDiskFull = false
      }
    },
  },
  {
    name: 'settlements fail or take long',
    weight: 2,
    begin: (world, chance) => {
      const settle = (delayUs: number | null, fails: number): void => {
        const now = world.exchange.open?.writes.sequencer.now()
        if (now !== undefined) world.exchange.command({ kind: 'settling', at: now, delayUs, fails })
      }
      settle(Math.round(chance.between(500_000, 8_000_000)), Math.floor(chance.between(0, 4)))
      return () => settle(null, 0)
    },
  },
  {
    name: 'the market jumps',
    weight: 5,
    begin: once(({ exchange }, chance) => exchange.value.jump(chance.pick(MARKET_IDS), chance.between(0.05, 0.3))),
  },
  {
    name: 'a stop in good order',
    weight: 2,
    begin: once(world => void world.stopBot('by the plan')),
  },
  { name: 'kill of the keeper', weight: 1, begin: once(world => world.killKeeper()) },
  {
    name: 'the keeper stands still',
    weight: 1,
    begin: once((world, chance) => world.stallKeeper(chance.between(500, 15_000))),
  },
  { name: 'logins end', weight: 2, begin: once(({ exchange }) => exchange.expireLogins()) },
  {
    name: 'a tick changes',
    weight: 1,
    begin: once(({ exchange }, chance) => {
      const now = exchange.open?.writes.sequencer.now()
      const [market, tick] = [chance.pick(MARKET_IDS), chance.pick(TICKS)]
      if (now !== undefined) exchange.command({ kind: 'tick', at: now, market, tick })
    }),
  },
  {
    name: 'the wall clock is set by an hour',
    weight: 1,
    begin: (world, chance) => {
      const before = world.wallOffset
      world.wallOffset = before + chance.pick([-1, 1]) * HOUR_US
      return () => {
        world.wallOffset = before
      }
    },
  },
  {
    name: 'the wall clock is set',
    weight: 1,
    begin: once((world, chance) => {
      world.wallOffset = Math.round(chance.between(-1_500_000, 1_500_000))
    }),
  },
]
