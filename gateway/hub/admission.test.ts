import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { isRevoked, openAdmission } from './admission.ts'
import type { LiveSession } from './live-socket.ts'
import { manualClock } from './testing/manual-clock.ts'
import { countVisitors } from './visitors.ts'

const session: LiveSession = { userId: 1, isAdmin: false, sessionHash: 'phone' }

function open({ isOpen = true } = {}) {
  const clock = manualClock()
  const admission = openAdmission({
    publicUrl: 'https://fans.example',
    isOpen: () => isOpen,
    readSession: async () => session,
    addressOf: () => '192.0.2.7',
    visitors: countVisitors(1),
    clock,
    log: pino({ enabled: false }),
  })
  const decide = (request: IncomingMessage) =>
    new Promise<{ reason: string | null; isAllowed: boolean }>((resolve) =>
      admission.decide(request, (reason, isAllowed) => resolve({ reason, isAllowed })),
    )
  return { admission, clock, decide }
}

function makeRequest(headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers })
}

test('nobody is let in while the gateway is not open', async () => {
  const { decide } = open({ isOpen: false })
  expect(await decide(makeRequest())).toEqual({ reason: 'not ready', isAllowed: false })
})

test('a foreign origin is refused before anything is read', async () => {
  const { admission, decide } = open()
  const connection = { request: makeRequest({ host: 'fans.example', origin: 'https://evil.example' }) }
  expect(await decide(connection.request)).toEqual({ reason: 'foreign origin', isAllowed: false })
  admission.follow(connection)
  expect(admission.sessionOf(connection)).toBeNull()
})

test('a connection keeps the session of its handshake, not the request, and hears of an ending since it began only', async () => {
  const { admission, clock, decide } = open()
  admission.noteRevocation({ userId: 1, reason: 'logout' })
  clock.advance(1)
  const connection = { request: makeRequest() }
  expect(await decide(connection.request)).toEqual({ reason: null, isAllowed: true })
  admission.follow(connection)
  expect(connection.request).toBeNull()
  expect(admission.sessionOf(connection)).toEqual(session)
  expect(admission.revocationOf(connection)).toBeNull()
  admission.noteRevocation({ userId: 2, reason: 'logout' })
  expect(admission.revocationOf(connection)).toBeNull()
  admission.noteRevocation({ userId: 1, reason: 'password' })
  expect(admission.revocationOf(connection)).toEqual({ userId: 1, reason: 'password' })
})

test('an ending meets the sessions that it names', () => {
  const ending = { userId: 1, reason: 'password' } as const
  expect(isRevoked(session, ending)).toBe(true)
  expect(isRevoked(session, { ...ending, userId: 2 })).toBe(false)
  expect(isRevoked(session, { ...ending, sessionHash: 'phone' })).toBe(true)
  expect(isRevoked(session, { ...ending, sessionHash: 'laptop' })).toBe(false)
  expect(isRevoked(session, { ...ending, exceptSessionHash: 'phone' })).toBe(false)
  expect(isRevoked(session, { ...ending, exceptSessionHash: 'laptop' })).toBe(true)
})
