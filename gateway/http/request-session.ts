import type { Request, Response } from 'express'
import { createBrowserCookie } from '../auth/browser-cookie.ts'
import { nameDevice } from '../auth/device-names.ts'
import type { Authentication } from '../auth/passport.ts'
import { hashSessionId, type Sessions } from '../auth/session.ts'
import type { EndedSession, KnownSession, RequestSession } from './handler.ts'

/** The session of a request as its handler sees it. */
export function sessionOf(
  request: Request,
  response: Response,
  { sessions, authentication }: { sessions: Sessions; authentication: Authentication },
): RequestSession {
  const clearTokens = () => {
    sessions.registration.clear(request, response)
    sessions.link.clear(request, response)
  }
  return {
    known: knownSession(request),
    checkCredentials: () => authentication.checkCredentials(request, response),
    recogniseBrowser: (email) => authentication.recogniseBrowser(request, email),
    nameDevice: () => nameDevice(request.headers['user-agent']),
    registrationToken: sessions.registration.read(request),
    keepRegistrationToken: (token) => sessions.registration.write(response, token),
    linkToken: sessions.link.read(request),
    keepLinkToken: (token) => sessions.link.write(response, token),
    takeIssuerToken() {
      sessions.issuer.clear(request, response)
      return sessions.issuer.read(request)
    },
    keepIssuerToken: (token) => sessions.issuer.write(response, token),
    async logIn(user, proof) {
      const replaced = nameSession(request)
      // That of the same user keeps its device.
      if (replaced && replaced.userId !== user.id) await sessions.endStored(request)
      const { user: known, by } = await authentication.logIn(request, response, user, proof)
      sessions.setFlag(response)
      clearTokens()
      const oldest = await sessions.endOldest(user.id)
      const { browser = null, system = null } = request.session
      return {
        user: known,
        by,
        replaced,
        oldest: oldest.map((sessionHash) => ({ userId: user.id, sessionHash })),
        device: { browser, system },
      }
    },
    writeCookie: (sessionId) => sessions.writeCookie(response, sessionId),
    tryCookie(isSecure) {
      const cookie = createBrowserCookie({ name: 'try', minutes: 1, isSecure })
      const isReturned = cookie.read(request) !== null
      if (isReturned) cookie.clear(request, response)
      else cookie.write(response, 'returned')
      return isReturned
    },
    async logOut() {
      const ended = nameSession(request)
      await sessions.end(request, response)
      clearTokens()
      response.set('Clear-Site-Data', '"cache"')
      return ended
    },
  }
}

function nameSession({ user, sessionID }: Request): EndedSession | null {
  return user ? { userId: user.id, sessionHash: hashSessionId(sessionID) } : null
}

export function knownSession({ session, sessionID }: Request): KnownSession | null {
  if (session?.loggedInAt === undefined) return null
  const { loggedInAt, confirmedAt = loggedInAt, hasChangedPassword = false, deviceKey = null } = session
  const hasUsedPasskey = session.passkeyAt !== undefined
  return { sessionId: sessionID, loggedInAt, confirmedAt, hasUsedPasskey, hasChangedPassword, deviceKey }
}
