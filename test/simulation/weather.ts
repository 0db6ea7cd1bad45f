/** What goes wrong in the network at present; the plan of a run changes it, the wires ask it. */
export interface Weather {
  /** Most ms that a message takes one way; at least a tenth of it. */
  delayMs: number
  /** Share of requests that never arrive, and of answers that never come back. */
  requestsLost: number
  answersLost: number
  /** Share of requests that a gate before the exchange answers. */
  gated: number
  /** No connection is accepted: REST, streams, or both. */
  isRestRefused: boolean
  isStreamRefused: boolean
  /** Shares of frames to the bot that get lost, come twice, or come late and so behind later ones. */
  framesLost: number
  framesTwice: number
  framesLate: number
  /** Markets whose book topic says nothing. */
  readonly silent: Set<string>
}

/** Nothing is wrong. */
export const fairWeather = (): Weather => ({
  delayMs: 20,
  requestsLost: 0,
  answersLost: 0,
  gated: 0,
  isRestRefused: false,
  isStreamRefused: false,
  framesLost: 0,
  framesTwice: 0,
  framesLate: 0,
  silent: new Set(),
})

/** Whether a request can be sure to be answered in good time. */
export const isRestClear = ({ delayMs, requestsLost, answersLost, gated, isRestRefused }: Weather): boolean =>
  delayMs <= 50 && requestsLost === 0 && answersLost === 0 && gated === 0 && !isRestRefused
