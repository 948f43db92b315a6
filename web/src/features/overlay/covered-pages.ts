import { matchPath } from 'react-router-dom'
import { patterns } from '../../lib/paths.ts'

/** Login, account, picks, admin and operator pages. */
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
  patterns.liveEditor,
  `${patterns.admin}/*`,
  patterns.testTours,
] as const

/** Unknown paths are covered too. */
export function isCoveredPage(pathname: string): boolean {
  return !OPEN_PAGES.some((pattern) => matchPath(pattern, pathname))
}
