import { matchPath } from 'react-router-dom'
import { patterns } from '../../lib/paths.ts'

/** Where one logs in, looks after one's account and picks, or runs the site. */
const OPEN_PAGES = [
  patterns.login,
  patterns.register,
  patterns.registrationSuccess,
  patterns.forgotPassword,
  patterns.resetPassword,
  patterns.verifyEmail,
  patterns.resendVerification,
  patterns.profile,
  patterns.myPredictions,
  `${patterns.admin}/*`,
  patterns.testTours,
] as const

/** Whether the overlay covers the page at this path: every page but those, addresses that lead nowhere too. */
export function isCoveredPage(pathname: string): boolean {
  return !OPEN_PAGES.some((pattern) => matchPath(pattern, pathname))
}
