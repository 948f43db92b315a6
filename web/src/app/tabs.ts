import { matchPath } from 'react-router-dom'
import { patterns } from '../lib/paths.ts'

export const TABS = ['shows', 'picks', 'boards', 'you'] as const
export type Tab = (typeof TABS)[number]

/** Null: the pages of accounts and the live editor, which has buttons there, have no bar. */
export const TAB_OF_PAGE: Readonly<Record<(typeof patterns)[keyof typeof patterns], Tab | null>> = {
  [patterns.home]: 'shows',
  [patterns.show]: 'shows',
  [patterns.song]: 'shows',
  [patterns.replay]: 'shows',
  [patterns.proof]: 'shows',
  [patterns.practice]: 'shows',
  [patterns.practiceShows]: 'shows',
  [patterns.share]: 'shows',
  [patterns.prediction]: 'picks',
  [patterns.score]: 'picks',
  [patterns.myPredictions]: 'picks',
  [patterns.leaderboard]: 'boards',
  [patterns.machine]: 'boards',
  [patterns.aboveExpectation]: 'boards',
  [patterns.player]: 'boards',
  [patterns.tour]: 'shows',
  [patterns.season]: 'boards',
  [patterns.leagues]: 'boards',
  [patterns.league]: 'boards',
  [patterns.invitation]: 'boards',
  [patterns.profile]: 'you',
  [patterns.access]: 'you',
  [patterns.apiKeys]: 'you',
  [patterns.notifications]: 'you',
  [patterns.notificationSettings]: 'you',
  [patterns.unsubscribe]: 'you',
  [patterns.admin]: 'you',
  [patterns.adminPeople]: 'you',
  [patterns.adminSystem]: 'you',
  [patterns.adminAudit]: 'you',
  [patterns.adminSettings]: 'you',
  [patterns.adminBackups]: 'you',
  [patterns.adminSetup]: 'you',
  [patterns.adminReports]: 'you',
  [patterns.adminWebhooks]: 'you',
  [patterns.adminScoring]: 'you',
  [patterns.setlistEditor]: 'you',
  [patterns.adminSongs]: 'you',
  [patterns.adminSong]: 'you',
  [patterns.testTours]: 'you',
  [patterns.liveEditor]: null,
  [patterns.privacy]: 'shows',
  [patterns.terms]: 'shows',
  [patterns.setup]: null,
  [patterns.login]: null,
  [patterns.register]: null,
  [patterns.registrationSuccess]: null,
  [patterns.verifyEmail]: null,
  [patterns.linkSent]: null,
  [patterns.emailLink]: null,
  [patterns.signedIn]: null,
  [patterns.resendVerification]: null,
  [patterns.forgotPassword]: null,
  [patterns.resetPassword]: null,
  [patterns.changeAddress]: null,
}

/** An unknown page has the bar, and belongs to no tab. */
export function tabOf(pathname: string): { tab: Tab | null; hasBar: boolean } {
  const page = Object.entries(TAB_OF_PAGE).find(([pattern]) => matchPath(pattern, pathname))
  const tab = page?.[1] ?? null
  return { tab, hasBar: page === undefined || tab !== null }
}
