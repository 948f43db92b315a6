import { expect, test, vi } from 'vitest'
import webPush from 'web-push'
import { vapidHeaders } from './vapid-headers.ts'

const keys = webPush.generateVAPIDKeys()

function headersOf(endpoint: string) {
  const headers = vapidHeaders(endpoint, 'https://called-it.example', keys)
  const [, token = ''] = /^vapid t=([^,]+)/.exec(headers.Authorization ?? '') ?? []
  return { headers, claims: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) }
}

test('signs once an hour for each push service', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  const first = headersOf('https://push.example/one')
  expect(first.claims).toMatchObject({ aud: 'https://push.example', sub: 'https://called-it.example' })
  expect(headersOf('https://push.example/two').headers).toBe(first.headers)
  expect(headersOf('https://other.example/one').claims.aud).toBe('https://other.example')
  vi.advanceTimersByTime(3_600_000)
  const later = headersOf('https://push.example/one')
  expect(later.headers).not.toBe(first.headers)
  expect(later.claims.exp).toBeGreaterThan(Date.now() / 1_000 + 3_600)
})
