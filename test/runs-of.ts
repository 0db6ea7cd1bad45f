/** Every round of a property runs in `npm run acceptance`; `npm test` runs the first ones, as the second number says. */
export const runsOf = (all: number, quick: number): number => (process.env['ODDSMITH_ACCEPTANCE'] === '1' ? all : quick)
