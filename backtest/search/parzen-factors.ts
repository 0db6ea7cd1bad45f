import { errorFunction, standardDeviation } from 'simple-statistics'

/** A kernel's density on one axis. */
export interface Factor {
  readonly log: (coordinate: number) => number
  /** `next` gives numbers that are uniform in [0, 1). */
  readonly draw: (next: () => number) => number
}

/** What widths depend on, beside the points. */
interface Ordered {
  /** Half of the distance between neighbouring values. */
  readonly resolution: number
  /** Number of axes of the space. */
  readonly dimensions: number
}

/** For the kernel that covers the axis, which has mean one half. */
const WHOLE_WIDTH = 1

/**
 * Normal densities around points of [0, 1], truncated at both ends, and finally one that covers the axis. Their width follows Scott's rule, which
 * narrows as the points come together ("BOHB", ICML 2018, section 3.2), and is at least a fraction of the axis that falls with their number, so that
 * equal points leave room around them (Bergstra, Yamins and Cox, "Making a Science of Model Search", ICML 2013).
 */
export function orderedFactors(points: readonly number[], { resolution, dimensions }: Ordered): readonly Factor[] {
  const scott =
    points.length < 2 ? WHOLE_WIDTH : 1.06 * standardDeviation([...points]) * points.length ** (-1 / (4 + dimensions))
  const width = Math.max(scott, resolution, 1 / Math.min(100, 1 + points.length))
  return [...points.map(point => normalFactor(point, width)), normalFactor(0.5, WHOLE_WIDTH)]
}

function normalFactor(middle: number, width: number): Factor {
  const within = below((1 - middle) / width) - below(-middle / width)
  const scale = -Math.log(width * within * Math.sqrt(2 * Math.PI))
  return {
    log: place => scale - 0.5 * ((place - middle) / width) ** 2,
    draw: next => {
      let place = -1
      while (!(place >= 0 && place <= 1)) place = middle + width * normal(next)
      return place
    },
  }
}

/** The standard normal distribution function. */
const below = (deviations: number): number => (1 + errorFunction(deviations / Math.SQRT2)) / 2

/** By Box and Muller. */
const normal = (next: () => number): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

/**
 * Probabilities around points of an axis of choices, and finally a uniform one: high for a point's own choice and lower, the more points there are,
 * for all others (the kernel of Aitchison and Aitken, Biometrika 63, 1976).
 */
export function choiceFactors(choices: number, points: readonly number[]): readonly Factor[] {
  const spread = choices / (choices + points.length)
  return [...points.map(point => choiceFactor(choices, point, spread)), choiceFactor(choices, 0, 1)]
}

/** `spread`: the part of the probability that is spread evenly over all choices. */
function choiceFactor(choices: number, own: number, spread: number): Factor {
  const other = Math.log(spread / choices)
  const here = Math.log(1 - spread + spread / choices)
  return {
    log: choice => (choice === own ? here : other),
    draw: next => (next() < spread ? Math.floor(next() * choices) : own),
  }
}
