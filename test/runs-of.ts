import { isAcceptance } from './is-acceptance.js'
/** Every round of a property runs in `npm run acceptance`; `npm test` runs the first ones, as the second number says. */
export const runsOf = (all: number, quick: number): number => (isAcceptance ? all : quick)
