/** Probabilities are clamped to this distance from 0 and 1: 1/100 of the smallest price step. */
const LEAST = 1e-6

/** ln(p / (1 - p)) of a probability, finite for every number: p is kept between 0.000001 and 0.999999. */
export const logit = (probability: number): number => {
  const p = Math.min(1 - LEAST, Math.max(LEAST, probability))
  return Math.log(p / (1 - p))
}

/** 1 / (1 + e^(-x)): the probability of a logit, from 0 to 1. */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x))
