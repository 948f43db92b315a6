/** Set by `npm run test:all` and `npm run test:faults`. */
export const isLongRun = process.env.TEST_ALL === '1'
