/** Whether the tests run in full, as before a release, and not as the covering choice of every day. */
export const isLongRun = process.env.TEST_ALL === '1'
