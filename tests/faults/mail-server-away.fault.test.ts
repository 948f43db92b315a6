import { freePort } from '@called-it/launch/port'
import { expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { startTalkingServer } from '../support/loopback-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const ADDRESS = 'waits@example.test'

const port = await freePort()
const env = { SMTP_URL: `smtp://127.0.0.1:${port}` }
const system = await systemOfFile({ env })

async function failures(): Promise<number> {
  const row = await system.database.db
    .selectFrom('outbox')
    .select('failures')
    .where('job', '=', 'mail-registration')
    .executeTakeFirst()
  return row?.failures ?? 0
}

// F16, guarded by the timeout of each step and of the whole mail (`infra/mail/smtp-mailer.ts`: each suffices):
// without both a server that hangs keeps the mail for ten minutes.
test('retries a mail until it is accepted, and delays no other job', LIMIT, async () => {
  const json = { email: ADDRESS, password: 'correct horse battery', display_name: 'Waits' }
  const registered = await system.send('POST', '/api/auth/register', { json })
  expect(registered.status).toBeLessThan(300)
  await expect.poll(failures, PATIENCE).toBeGreaterThan(0)

  // It sends a greeting, because the mail library itself gives up on a server that sends nothing.
  const silent = await startTalkingServer({
    port,
    greeting: '220 hi',
    reply: (line) => (line.startsWith('EHLO') ? '250 ok' : null),
  })
  await expect.poll(silent.connections, PATIENCE).toBeGreaterThan(0)
  const before = await failures()
  const admin = await system.logIn('admin')
  const show = await makePredictedShow(system.database.db, 100)
  const scored = await system.send('POST', `/api/admin/shows/${show.id}/score`, {
    as: admin.cookie,
    json: { fetchSetlist: false, closePicks: true },
  })
  expect(scored).toMatchObject({ status: 200, json: { processed: 100 } })
  await expect.poll(failures, PATIENCE).toBeGreaterThan(before)
  await silent.stop()

  const mails = await startMailServer(port)
  await expectConsistent(system)
  const { email } = await system.database.db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', true)
    .executeTakeFirstOrThrow()
  const recipients = mails.received.map(({ to }) => to?.[0]?.address)
  expect(recipients.sort()).toEqual([email, ADDRESS].sort())
  await mails.stop()
})
