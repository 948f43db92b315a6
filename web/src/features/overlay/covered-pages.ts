import { matchPath } from 'react-router-dom'
import { patterns, readShowId } from '../../lib/paths.ts'

/** `by show`: covered unless the overlay of the page's show is live. docs/rules.md has the same table. */
export type Cover = 'open' | 'by show' | 'covered'

export const COVERS: Record<(typeof patterns)[keyof typeof patterns], Cover> = {
  [patterns.home]: 'covered',
  [patterns.prediction]: 'covered',
  [patterns.score]: 'covered',
  [patterns.setup]: 'open',
  [patterns.login]: 'open',
  [patterns.register]: 'open',
  [patterns.registrationSuccess]: 'open',
  [patterns.verifyEmail]: 'open',
  [patterns.linkSent]: 'open',
  [patterns.emailLink]: 'open',
  [patterns.signedIn]: 'open',
  [patterns.resendVerification]: 'open',
  [patterns.forgotPassword]: 'open',
  [patterns.resetPassword]: 'open',
  [patterns.changeAddress]: 'open',
  [patterns.profile]: 'open',
  [patterns.access]: 'open',
  [patterns.apiKeys]: 'open',
  [patterns.myPredictions]: 'open',
  [patterns.leaderboard]: 'covered',
  [patterns.show]: 'by show',
  [patterns.liveEditor]: 'open',
  [patterns.proof]: 'by show',
  [patterns.replay]: 'by show',
  [patterns.practice]: 'by show',
  [patterns.practiceShows]: 'covered',
  [patterns.song]: 'covered',
  [patterns.machine]: 'covered',
  [patterns.aboveExpectation]: 'covered',
  [patterns.player]: 'covered',
  [patterns.leagues]: 'covered',
  [patterns.league]: 'covered',
  [patterns.invitation]: 'open',
  [patterns.share]: 'open',
  [patterns.privacy]: 'open',
  [patterns.terms]: 'open',
  [patterns.tour]: 'covered',
  [patterns.season]: 'covered',
  [patterns.notifications]: 'open',
  [patterns.notificationSettings]: 'open',
  [patterns.unsubscribe]: 'open',
  [patterns.admin]: 'open',
  [patterns.adminPeople]: 'open',
  [patterns.adminSystem]: 'open',
  [patterns.adminAudit]: 'open',
  [patterns.adminSettings]: 'open',
  [patterns.adminBackups]: 'open',
  [patterns.adminSetup]: 'open',
  [patterns.adminReports]: 'open',
  [patterns.adminWebhooks]: 'open',
  [patterns.adminScoring]: 'open',
  [patterns.setlistEditor]: 'open',
  [patterns.adminSongs]: 'open',
  [patterns.adminSong]: 'open',
  [patterns.testTours]: 'open',
}

function findPage(pathname: string): { cover: Cover; showId: string | undefined } | null {
  for (const [pattern, cover] of Object.entries(COVERS)) {
    const match = matchPath(pattern, pathname)
    if (match) return { cover, showId: match.params.showId }
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
