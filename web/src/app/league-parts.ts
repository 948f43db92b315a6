import { lazyModule } from '../lib/lazy-module.ts'

/** Of a fan's leaderboard. */
export const leagueParts = lazyModule(() => import('../features/leagues/board-parts.ts'))
