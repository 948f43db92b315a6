import { hashSessionId } from '@called-it/gateway/auth/session'
import { readSessionId } from '@called-it/gateway/auth/session-cookie'
import type { TestGateway } from './start-gateway.ts'

/** By which events name the session of a cookie. */
export function sessionHashOf({ gateway, parts }: TestGateway, cookie: string): string {
  return hashSessionId(readSessionId(cookie, gateway.sessions.cookieName, parts.config.sessionSecret) ?? '')
}
