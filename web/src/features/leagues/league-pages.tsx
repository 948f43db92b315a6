/* One chunk: they share most of it. */
export { JoinPage } from './join-page.tsx'
export { LeaguePage } from './league-page.tsx'
export { LeaguesPage } from './leagues-page.tsx'
