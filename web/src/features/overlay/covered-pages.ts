import { matchPath } from 'react-router-dom'
import { patterns, readShowId } from '../../lib/paths.ts'

/** `by show`: covered unless the overlay of the page's show is live. docs/rules.md has the same table. */
export type Cover = 'open' | 'by show' | 'covered'

export const COVERS: Record<keyof typeof patterns, Cover> = {
  home: 'covered',
  prediction: 'covered',
  score: 'covered',
  login: 'open',
  register: 'open',
  registrationSuccess: 'open',
  verifyEmail: 'open',
  resendVerification: 'open',
  forgotPassword: 'open',
  resetPassword: 'open',
  profile: 'open',
  apiKeys: 'open',
  myPredictions: 'open',
  leaderboard: 'covered',
  show: 'by show',
  liveEditor: 'open',
  proof: 'by show',
  replay: 'by show',
  practice: 'by show',
  practiceShows: 'covered',
  song: 'covered',
  machine: 'covered',
  aboveExpectation: 'covered',
  player: 'covered',
  leagues: 'covered',
  league: 'covered',
  invitation: 'open',
  share: 'open',
  season: 'covered',
  notifications: 'open',
  notificationSettings: 'open',
  unsubscribe: 'open',
  admin: 'open',
  adminReports: 'open',
  adminWebhooks: 'open',
  adminScoring: 'open',
  setlistEditor: 'open',
  adminSongs: 'open',
  adminSong: 'open',
  testTours: 'open',
}

const PATTERNS: [page: string, pattern: string][] = Object.entries(patterns)
const PAGES = new Map(Object.entries(COVERS))

function findPage(pathname: string): { cover: Cover | undefined; showId: string | undefined } | null {
  for (const [page, pattern] of PATTERNS) {
    const match = matchPath(pattern, pathname)
    if (match) return { cover: PAGES.get(page), showId: match.params.showId }
  }
  return null
}

/** Unknown paths are covered too. */
export function isCoveredPage(pathname: string): boolean {
  return findPage(pathname)?.cover !== 'open'
}

/** The show of a page that its overlay may leave open; null for other pages. */
export function showIdOfPage(pathname: string): number | null {
  const page = findPage(pathname)
  return page?.cover === 'by show' ? readShowId(page.showId) : null
}
