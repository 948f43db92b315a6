import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { manualClock } from '@called-it/tests/support/realtime/manual-clock'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { LiveSession } from '../auth/session.ts'
import { isRevoked, openAdmission } from './admission.ts'
import { countVisitors } from './visitors.ts'

const session: LiveSession = { userId: 1, isAdmin: false, sessionHash: 'phone' }

function open({ isOpen = true, hasRoom = true } = {}) {
  const clock = manualClock()
  const admission = openAdmission({
    publicUrl: 'https://fans.example',
    isOpen: () => isOpen,
    hasRoom: () => hasRoom,
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

test('rejects every handshake while the gateway is not open', async () => {
  const { decide } = open({ isOpen: false })
  expect(await decide(makeRequest())).toEqual({ reason: 'not ready', isAllowed: false })
})

test('rejects every handshake while the gateway has no room for a socket', async () => {
  const { decide } = open({ hasRoom: false })
  expect(await decide(makeRequest())).toEqual({ reason: 'too many connections', isAllowed: false })
})

test('rejects a foreign origin before it reads the session', async () => {
  const { admission, decide } = open()
  const request = makeRequest({ host: 'fans.example', origin: 'https://evil.example' })
  expect(await decide(request)).toEqual({ reason: 'foreign origin', isAllowed: false })
  expect(admission.handshakeOf(request)).toBeNull()
})

test('finds only revocations since the handshake started', async () => {
  const { admission, clock, decide } = open()
  admission.noteRevocation({ userId: 1, reason: 'logout' })
  clock.advance(1)
  const request = makeRequest()
  expect(await decide(request)).toEqual({ reason: null, isAllowed: true })
  const handshake = admission.handshakeOf(request) ?? expect.fail('no handshake')
  expect(handshake.session).toEqual(session)
  expect(admission.revocationOf(handshake)).toBeNull()
  admission.noteRevocation({ userId: 2, reason: 'logout' })
  expect(admission.revocationOf(handshake)).toBeNull()
  admission.noteRevocation({ userId: 1, reason: 'password' })
  expect(admission.revocationOf(handshake)).toEqual({ userId: 1, reason: 'password' })
})

test('revokes the sessions that the revocation names', () => {
  const revocation = { userId: 1, reason: 'password' } as const
  expect(isRevoked(session, revocation)).toBe(true)
  expect(isRevoked(session, { ...revocation, userId: 2 })).toBe(false)
  expect(isRevoked(session, { ...revocation, sessionHash: 'phone' })).toBe(true)
  expect(isRevoked(session, { ...revocation, sessionHash: 'laptop' })).toBe(false)
  expect(isRevoked(session, { ...revocation, exceptSessionHash: 'phone' })).toBe(false)
  expect(isRevoked(session, { ...revocation, exceptSessionHash: 'laptop' })).toBe(true)
})
