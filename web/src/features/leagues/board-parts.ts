export { JoinCard } from './join-card.tsx'
export { LeagueBoard } from './league-board.tsx'
export { OwnLeagues } from './own-leagues.tsx'
