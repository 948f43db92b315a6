import type { Request, Response } from 'express'
import type { Authentication } from '../auth/passport.ts'
import { hashSessionId, type Sessions } from '../auth/session.ts'
import type { EndedSession, KnownSession, RequestSession } from './handler.ts'

/** The session of a request as its handler sees it. */
export function sessionOf(
  request: Request,
  response: Response,
  { sessions, authentication }: { sessions: Sessions; authentication: Authentication },
): RequestSession {
  return {
    known: knownSession(request),
    checkCredentials: () => authentication.checkCredentials(request, response),
    recogniseBrowser: (email) => authentication.recogniseBrowser(request, email),
    registrationToken: sessions.registration.read(request),
    keepRegistrationToken: (token) => sessions.registration.write(response, token),
    async logIn(user, passwordHash) {
      const replaced = nameSession(request)
      // That of the same user keeps its device.
      if (replaced && replaced.userId !== user.id) await sessions.endStored(request)
      await authentication.logIn(request, response, user, passwordHash)
      sessions.setFlag(response)
      sessions.registration.clear(request, response)
      const oldest = await sessions.endOldest(user.id)
      return { replaced, oldest: oldest.map((sessionHash) => ({ userId: user.id, sessionHash })) }
    },
    writeCookie: (sessionId) => sessions.writeCookie(response, sessionId),
    async logOut() {
      const ended = nameSession(request)
      await sessions.end(request, response)
      sessions.registration.clear(request, response)
      response.set('Clear-Site-Data', '"cache"')
      return ended
    },
  }
}

function nameSession({ user, sessionID }: Request): EndedSession | null {
  return user ? { userId: user.id, sessionHash: hashSessionId(sessionID) } : null
}

function knownSession({ session, sessionID }: Request): KnownSession | null {
  if (session?.loggedInAt === undefined) return null
  const { loggedInAt, hasChangedPassword = false, deviceKey = null } = session
  return { sessionId: sessionID, loggedInAt, hasChangedPassword, deviceKey }
}
