import { z } from 'zod'
import type { Touch } from '../model/quote.js'
import type { Timestamp } from '../model/time.js'
import { FillIntensity } from './estimators/fill-intensity.js'
import { Markout } from './estimators/markout.js'
import type { LiveBook, View } from './view.js'

/** Parameters of `TouchGauge`, for a strategy's own schema: `...gaugeFields`. */
export const gaugeFields = {
  volatilityClockMs: z
    .number()
    .int()
    .min(10)
    .max(3_600_000)
    .default(1_000)
    .describe('how far apart prices are sampled for volatility, in milliseconds'),
  volatilityHalfLifeSeconds: z
    .number()
    .min(1)
    .max(31_536_000)
    .default(300)
    .describe('after which time such a sample counts half, in seconds'),
  fitFills: z.boolean().default(true).describe('whether the rate of fills is fitted to the trades that arrive'),
  fillRangeTicks: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(5)
    .describe('near range of that fit: how far from mid arrivals are told apart, in ticks'),
  fillHalfLifeSeconds: z
    .number()
    .min(1)
    .max(31_536_000)
    .default(1_800)
    .describe('after which time an arrival counts half in it, in seconds'),
  fillArrivalsMin: z
    .number()
    .min(2)
    .max(1_000_000)
    .default(50)
    .describe('how many arrivals a fit needs; before that the prior holds'),
  markoutFactor: z
    .number()
    .min(0)
    .max(20)
    .default(0)
    .describe(
      'how much of what takers gain within the horizon is added to the half width; 0 leaves the model as its paper has it',
    ),
  markoutHorizonMs: z
    .number()
    .int()
    .min(1)
    .max(3_600_000)
    .default(5_000)
    .describe('how long after a trade its gain is measured, in milliseconds'),
  markoutHalfLifeTrades: z
    .number()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('after how many further trades one counts half in it'),
}

type GaugeParameters = z.output<z.ZodObject<typeof gaugeFields>>

/** Options of a gauge. */
export interface GaugeOptions {
  readonly parameters: GaugeParameters
  /** The price step in 1/10,000, the unit of arrivals. */
  readonly tick: number
  /** A and k of fills until there is a fit, or always if no fit is wanted. */
  readonly priorPerSecond: number
  readonly priorPerTick: number
  /** A `RealisedVolatility` or a `JumpSplit`; it gets the microprice. */
  readonly volatility: {
    /** Takes in a price, no earlier than the last one. */
    update(now: Timestamp, price: number): void
    /** There is no price until the next `update`. */
    pause(): void
  }
}

const REFIT_EVERY_SECONDS = 10

/** Feeds a view to the estimators of volatility and of fills, in the order that both need: trades with the mid before them. */
export class TouchGauge {
  readonly fills: FillIntensity
  /** Of takers: measures how much quotes are picked off. */
  readonly #takers: Markout
  readonly #markoutFactor: number
  #microprice = Number.NaN
  readonly #volatility: GaugeOptions['volatility']

  constructor({ parameters, tick, priorPerSecond, priorPerTick, volatility }: GaugeOptions) {
    this.#volatility = volatility
    this.#markoutFactor = parameters.markoutFactor
    this.#takers = new Markout({
      horizonMs: parameters.markoutHorizonMs,
      halfLifeTrades: parameters.markoutHalfLifeTrades,
    })
    this.fills = new FillIntensity({
      tick,
      priorPerSecond,
      priorPerTick,
      depthTicks: parameters.fillRangeTicks,
      halfLifeSeconds: parameters.fillHalfLifeSeconds,
      arrivalsMin: parameters.fitFills ? parameters.fillArrivalsMin : Number.POSITIVE_INFINITY,
      refitEverySeconds: REFIT_EVERY_SECONDS,
    })
  }

  /** Addition to a half width for being picked off, in 1/10,000: `markoutFactor` x the takers' gain a share. */
  get pickedOff(): number {
    return this.#markoutFactor * this.#takers.toxicity
  }

  /** Returns what may be quoted on; null: the book does not have two sides, and estimators pause until it does. */
  look({ now, book, trades }: Pick<View<unknown>, 'now' | 'book' | 'trades'>): { book: LiveBook; touch: Touch } | null {
    if (book.state !== 'live' || book.touch === null) {
      this.#volatility.pause()
      this.fills.pause(now)
      this.#takers.pause()
      this.#microprice = Number.NaN
      return null
    }
    const { touch } = book
    this.#volatility.update(now, touch.microprice)
    this.fills.look({ now, trades, mid: touch.mid })
    for (const { at, side } of trades) this.#takers.add(at, side === 'ask' ? 'buy' : 'sell', this.#microprice)
    this.#takers.update(now, touch.microprice)
    this.#microprice = touch.microprice
    return { book, touch }
  }
}
