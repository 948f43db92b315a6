import { matchPath } from 'react-router-dom'
import { keptInvitation, keptSignUpCode } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { keptReturnPath } from '../../lib/account/return-path.ts'
import { patterns, readShowId } from '../../lib/paths.ts'

/** What every way to sign up sends along: the invitation to a league, else by the admins' link, and the show that it is for. */
export function signUpContext(): { invitation?: string; showId?: number } {
  const [invitation, showId] = [keptInvitation()?.invitation ?? keptSignUpCode(), wantedShow()]
  return { ...(invitation && { invitation }), ...(showId && { showId }) }
}

/** The show of the kept song, else of the page to return to. */
function wantedShow(): number | null {
  const [pathname = ''] = keptReturnPath()?.path.split('?') ?? []
  const match = matchPath(patterns.prediction, pathname) ?? matchPath(patterns.show, pathname)
  return findKeptSong()?.showId ?? readShowId(match?.params.showId)
}
