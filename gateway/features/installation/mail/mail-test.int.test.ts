import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { startMailServer } from '@called-it/tests/support/mail-server'
import { afterAll, expect, test } from 'vitest'

const gateway = await gatewayOfFile({ settings: { env: { PUBLIC_URL: 'https://band.example' } } })
const { db } = gateway.postgres
const user = await makeAdmin(db)
const admin = await gateway.loginAs(user)
const mails = await startMailServer(0, { onAuth: (_auth, _session, done) => done(null, { user: 1 }) })
afterAll(() => mails.stop())
const withLogin = mails.url.replace('://', '://fan:hidden@')

const send = (body: Record<string, unknown>) =>
  gateway.send('POST', '/api/admin/mail/test', { as: admin, json: { smtp_url: null, from: null, ...body } })
const status = () => gateway.request('getMailStatus', {}, { as: admin })

test('sends the test message to the admin, with what is not stored yet', async () => {
  const from = 'Tinhorn <mail@band.example>'
  expect(await send({ smtp_url: withLogin, from })).toMatchObject({ json: { outcome: 'accepted' } })
  expect(mails.received).toMatchObject([
    {
      to: [{ address: user.email }],
      from: { address: 'mail@band.example' },
      subject: 'Called It: a test message',
    },
  ])
  const entries = await listAuditEntries(db, { action: 'mail:tested' })
  expect(entries.map(({ details }) => details)).toEqual([{ host: '127.0.0.1', outcome: 'accepted' }])
})

test('needs a server, and refuses one with parameters that would run programs', async () => {
  expect(await send({})).toMatchObject({ status: 422, json: { issues: [{ path: 'settings.SMTP_URL' }] } })
  const program = await send({ smtp_url: 'smtp://mail.example?sendmail=true&path=/bin/true' })
  expect(program).toMatchObject({ status: 422, json: { issues: [{ path: 'settings.SMTP_URL' }] } })
})

test('says which server counts without its login, and tests it', async () => {
  expect(await status()).toEqual({ server: null, default_from: 'Called It <no-reply@band.example>' })
  const settings = { SMTP_URL: withLogin, MAIL_FROM: 'mail@band.example' }
  await gateway.send('PUT', '/api/admin/settings', { as: admin, json: { settings } })
  const { port } = new URL(mails.url)
  expect(await status()).toMatchObject({
    server: { host: '127.0.0.1', port: Number(port), encryption: 'offered' },
    default_from: 'Called It <no-reply@band.example>',
  })
  expect(await send({ to: 'other@band.example' })).toMatchObject({ json: { outcome: 'accepted' } })
  expect(mails.received.at(-1)).toMatchObject({
    to: [{ address: 'other@band.example' }],
    from: { address: 'no-reply@band.example' },
  })
})

test('limits how often an admin may try', async () => {
  const again = await gateway.loginAs(await makeAdmin(db))
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries += 1) {
    const json = { smtp_url: 'ftp://mail.example', from: null }
    statuses.push((await gateway.send('POST', '/api/admin/mail/test', { as: again, json })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429])
})
