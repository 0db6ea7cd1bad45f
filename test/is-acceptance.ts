/** True in `npm run acceptance`, which runs the long tests, and more rounds of others. */
export const isAcceptance = process.env['ODDSMITH_ACCEPTANCE'] === '1'
