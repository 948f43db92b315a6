import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@called-it/launch/port'
import { expect, test } from 'vitest'
import { expectConsistent, LIMIT, PATIENCE } from '../support/expect-consistent.ts'
import { makePredictedShow } from '../support/predicted-show.ts'
import { systemOfFile } from '../support/system-of-file.ts'

const ADDRESS = 'waits@example.test'

const port = await freePort()
const env = { SMTP_URL: `smtp://127.0.0.1:${port}` }
const system = await systemOfFile({ env })

/** Starts a mail server that replies to each line with `reply`; null sends nothing. */
async function listen(reply: (line: string, socket: Socket) => string | null, greeting: string) {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.setEncoding('utf8')
    socket.on('error', () => undefined)
    socket.write(`${greeting}\r\n`)
    socket.on('data', (data: string) => {
      for (const line of data.split('\r\n').slice(0, -1)) {
        const response = reply(line, socket)
        if (response !== null) socket.write(`${response}\r\n`)
      }
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

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
  const silent = await listen((line) => (line.startsWith('EHLO') ? '250 ok' : null), '220 hi')
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

  const recipients: string[] = []
  const inMessage = new Set<Socket>()
  const polite = await listen((line, socket) => {
    if (inMessage.has(socket) && line !== '.') return null
    inMessage.delete(socket)
    if (line === 'DATA') inMessage.add(socket)
    if (line.startsWith('RCPT')) recipients.push(line)
    if (line === 'DATA') return '354 go on'
    return line === 'QUIT' ? '221 bye' : '250 ok'
  }, '220 hi')
  await expectConsistent(system)
  const { email } = await system.database.db
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', true)
    .executeTakeFirstOrThrow()
  expect(recipients.sort()).toEqual([`RCPT TO:<${email}>`, `RCPT TO:<${ADDRESS}>`])
  await polite.stop()
})
