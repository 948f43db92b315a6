/** Left to `npm run test:all`: `npm test` has one journey of each capability. */
export const LONG = { tag: '@long' } as const
