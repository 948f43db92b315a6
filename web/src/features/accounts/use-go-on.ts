import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { keptInvitation } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { forgetReturnPath, keptReturnPath, pathAfterLogin } from '../../lib/account/return-path.ts'
import { currentUserQuery } from '../../lib/account/session.ts'
import { restartEvents } from '../../lib/events/connection.ts'
import { paths } from '../../lib/paths.ts'

/** Lets the toast and the header settle before the page changes. */
const NAVIGATE_AFTER_MS = 100

type Kept = {
  invited: ReturnType<typeof keptInvitation>
  returnPath: ReturnType<typeof keptReturnPath>
}
const NOTHING: Kept = { invited: null, returnPath: null }

/** On the pages of this tab so far: another tab that waits may take it from the device first. */
let seen = NOTHING

export function forgetSeen(): void {
  seen = NOTHING
}

function lookAtKept(): void {
  seen = { invited: keptInvitation() ?? seen.invited, returnPath: keptReturnPath() ?? seen.returnPath }
}

type GoingOn = {
  /** On this page. */
  hasLoggedIn?: boolean
  /** Also where the page was opened with a session. */
  withSession?: boolean
  when?: boolean
}

/**
 * For a page that waits for a login: goes on as soon as this browser has a session, which another tab may have opened.
 * The league that the visitor has joined comes first, the show of the kept song where no path is kept for this user.
 */
export function useGoOn({ hasLoggedIn = false, withSession = false, when = true }: GoingOn = {}): void {
  const navigate = useNavigate()
  // A frozen tab may have missed the message of the other one.
  const { data: user } = useQuery({ ...currentUserQuery, refetchOnWindowFocus: 'always' })
  const wasVisitor = useRef(false)
  const userId = user?.id
  useEffect(lookAtKept, [])
  useEffect(() => {
    if (user === null) wasVisitor.current = true
  }, [user])
  useEffect(() => {
    if (!when || userId === undefined || !(wasVisitor.current || hasLoggedIn || withSession)) return
    const timer = setTimeout(() => {
      if (!hasLoggedIn) restartEvents()
      const song = findKeptSong()
      const otherwise = song ? paths.prediction(song.showId) : paths.home
      lookAtKept()
      const { invited, returnPath } = seen
      forgetSeen()
      forgetReturnPath()
      const path = pathAfterLogin(userId, returnPath, otherwise)
      navigate(invited ? paths.invitation(invited.invitation) : path, { replace: true })
    }, NAVIGATE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [when, userId, hasLoggedIn, withSession, navigate])
}
