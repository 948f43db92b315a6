import { matchPath } from 'react-router-dom'
import { patterns, readShowId } from '../../lib/paths.ts'

/** Login, account, picks, notifications, leagues, admin and operator pages. */
const OPEN_PAGES = [
  patterns.login,
  patterns.register,
  patterns.registrationSuccess,
  patterns.forgotPassword,
  patterns.resetPassword,
  patterns.verifyEmail,
  patterns.resendVerification,
  patterns.profile,
  patterns.apiKeys,
  patterns.myPredictions,
  patterns.notifications,
  patterns.notificationSettings,
  patterns.unsubscribe,
  patterns.leagues,
  patterns.league,
  patterns.invitation,
  patterns.liveEditor,
  `${patterns.admin}/*`,
  patterns.testTours,
] as const

/** Unknown paths are covered too. Of a show's pages its own choice decides. */
export function isCoveredPage(pathname: string): boolean {
  return !OPEN_PAGES.some((pattern) => matchPath(pattern, pathname))
}

/** The show of a page that its overlay may leave open; null for other pages. */
export function showIdOfPage(pathname: string): number | null {
  return readShowId(matchPath(`${patterns.show}/*`, pathname)?.params.showId)
}
