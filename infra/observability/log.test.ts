import { describe, expect, test } from 'vitest'
import { createLogger } from './log.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void, level = 'info'): string {
  const lines: string[] = []
  write(createLogger('gateway', level, { write: (line) => lines.push(line) }))
  return lines.join('')
}

describe('logger', () => {
  test('writes an entry as a line of JSON with program, level and time', () => {
    const entry: unknown = JSON.parse(logged((log) => log.info({ show: 7 }, 'scored')))
    expect(entry).toMatchObject({ program: 'gateway', level: 'info', show: 7, msg: 'scored' })
    expect(entry).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT/))
  })

  test('does not write entries below the level', () => {
    expect(logged((log) => log.info('quiet'), 'warn')).toBe('')
  })

  test.each([
    { password: 'hunter-secret' },
    { body: { password: 'hunter-secret', currentPassword: 'hunter-secret' } },
    { request: { body: { token: 'hunter-secret' } } },
    { request: { headers: { cookie: 'hunter-secret', 'set-cookie': ['hunter-secret'] } } },
    { headers: { authorization: 'hunter-secret', 'set-cookie': 'hunter-secret' } },
    { user: { email: 'hunter-secret' } },
    { mail: { to: 'hunter-secret' } },
  ])('redacts the secret field in %j', (fields) => {
    const line = logged((log) => log.info(fields, 'message'))
    expect(line).toContain('[redacted]')
    expect(line).not.toContain('hunter-secret')
  })

  test('writes an error and its cause without details, addresses and credentials', () => {
    const refused = Object.assign(new Error('550 <fan@example.org> is unknown'), {
      code: 'EENVELOPE',
      detail: 'Key (email)=(other@example.org) already exists.',
    })
    const err = new Error('connect to postgres://called_it:hunter-secret@127.0.0.1:5432 failed', {
      cause: refused,
    })
    const line = logged((log) => log.error({ err }, 'mail'))
    expect(line).not.toMatch(/fan@|other@|hunter-secret/)
    expect(JSON.parse(line)).toMatchObject({
      err: {
        message: 'connect to postgres://127.0.0.1:5432 failed',
        cause: { code: 'EENVELOPE', message: '550 <[redacted]> is unknown' },
      },
    })
  })
})
