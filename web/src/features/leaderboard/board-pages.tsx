/* One chunk: they share most of it, and the names of more chunks would weigh on the first view. */
export { AboveExpectationPage } from './above-expectation-page.tsx'
export { LeaderboardPage } from './leaderboard-page.tsx'
export { MachinePage } from './machine-page.tsx'
