import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startTalkingServer } from '@called-it/tests/support/loopback-server'
import { startMailServer } from '@called-it/tests/support/mail-server'
import { hasOpenSsl, makeCertificate } from '@called-it/tests/support/test-certificate'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from './mail.ts'
import { trySmtp } from './try-smtp.ts'

const SENDER = { from: 'Called It <no-reply@band.example>', replyTo: 'band@band.example' }
const SOON_MS = 300

const mail: Mail = {
  kind: 'test',
  to: { name: 'Ada', address: 'ada@band.example' },
  subject: 'a test message',
  text: 'hello',
  html: '<p>hello</p>',
}

async function serve(options: Parameters<typeof startMailServer>[1] = {}) {
  const server = await startMailServer(0, options)
  onTestFinished(() => server.stop())
  return server
}

/** Polite, but for what a test says to lines that begin so; null is silence. */
async function talk(said: Record<string, string | null> = {}, greeting: string | undefined = '220 hi') {
  const polite: Record<string, string> = {
    EHLO: '250-hi\r\n250 AUTH PLAIN',
    AUTH: '235 in',
    DATA: '354 go on',
  }
  const replies = { ...polite, MAIL: '250 ok', RCPT: '250 ok', '.': '250 taken', ...said }
  const server = await startTalkingServer({
    ...(greeting !== undefined && { greeting }),
    reply: (line) => Object.entries(replies).find(([command]) => line.split(' ')[0] === command)?.[1] ?? null,
  })
  onTestFinished(() => server.stop())
  return `fan:hidden@127.0.0.1:${server.port}`
}

test('sends the mail, and repeats what the server says', async () => {
  const { url, received } = await serve()
  expect(await trySmtp(url, mail, SENDER)).toEqual({
    outcome: 'accepted',
    words: expect.stringMatching(/^250 /),
  })
  expect(received).toMatchObject([
    { subject: mail.subject, to: [mail.to], replyTo: [{ address: SENDER.replyTo }] },
  ])
})

test.each([
  ['EHLO', '421 too busy', 'greeting'],
  ['AUTH', '535 wrong', 'login'],
  ['MAIL', '550 not you', 'sender'],
  ['RCPT', '550 nobody', 'recipient'],
  ['DATA', '554 not now', 'message'],
  ['.', '554 spam', 'message'],
])('names the step when %s is refused', async (command, words, step) => {
  const server = await talk({ [command]: words })
  expect(await trySmtp(`smtp://${server}`, mail, SENDER)).toEqual({ outcome: 'refused', step, words })
})

test('names the step that a mail server refuses', async () => {
  const rude = await talk({}, '554 go away')
  expect(await trySmtp(`smtp://${rude}`, mail, SENDER)).toMatchObject({
    step: 'greeting',
    words: '554 go away',
  })
  const plain = await talk({ STARTTLS: '502 unknown' })
  expect(await trySmtp(`smtp://${plain}?requireTLS=true`, mail, SENDER)).toMatchObject({
    outcome: 'refused',
    step: 'tls',
  })
  const pipelining = { EHLO: '250-hi\r\n250 PIPELINING', DATA: '503 nobody to send it to' }
  const piped = await talk({ ...pipelining, RCPT: '550 nobody' })
  expect(await trySmtp(`smtp://${piped}`, mail, SENDER)).toMatchObject({
    step: 'recipient',
    words: '550 nobody',
  })
})

test.each([
  ['EHLO', 'greeting'],
  ['AUTH', 'login'],
  ['MAIL', 'sender'],
  ['RCPT', 'recipient'],
  ['DATA', 'message'],
  ['.', 'message'],
])('names the step when the server says nothing to %s', async (command, step) => {
  const server = await talk({ [command]: null })
  expect(await trySmtp(`smtp://${server}`, mail, SENDER, SOON_MS)).toEqual({ outcome: 'silent', step })
})

test.each([
  ['greeting', async () => `smtp://${await silentServer()}`],
  ['tls', async () => `smtps://${await silentServer()}`],
  ['tls', async () => `smtp://${await talk({ STARTTLS: null })}?requireTLS=true`],
  ['tls', async () => `smtp://${await talk({ STARTTLS: '220 go on' })}?requireTLS=true`],
  [
    'recipient',
    async () => `smtp://${await talk({ EHLO: '250-hi\r\n250 PIPELINING', RCPT: null, DATA: null })}`,
  ],
])('names %s when the server falls silent there', async (step, open) => {
  expect(await trySmtp(await open(), mail, SENDER, SOON_MS)).toEqual({ outcome: 'silent', step })
})

async function silentServer() {
  const server = await startTalkingServer()
  onTestFinished(() => server.stop())
  return `127.0.0.1:${server.port}`
}

test('names the code when no connection or no encryption comes about', async () => {
  const gone = await startTalkingServer()
  await gone.stop()
  const refused = { outcome: 'broken', step: 'connection', code: 'ECONNREFUSED' }
  expect(await trySmtp(`smtp://127.0.0.1:${gone.port}`, mail, SENDER)).toEqual(refused)
  expect(await trySmtp(`smtps://127.0.0.1:${gone.port}`, mail, SENDER)).toEqual(refused)
  expect(await trySmtp(`smtps://${await talk()}`, mail, SENDER)).toMatchObject({
    outcome: 'broken',
    step: 'tls',
  })
  expect(await trySmtp('smtp://mail.invalid', mail, SENDER)).toMatchObject({ step: 'connection' })
})

test('repeats neither the user name nor the password, and no endless words', async () => {
  const login = Buffer.from('\0fan\0hidden').toString('base64')
  const server = await talk({ AUTH: `535 wrong: fan hidden ${login} ${'x'.repeat(900)}` })
  const result = await trySmtp(`smtp://${server}`, mail, SENDER)
  expect(result).toMatchObject({ words: expect.stringMatching(/^535 wrong: ••• ••• ••• x+$/) })
  expect(JSON.stringify(result).length).toBeLessThan(600)
})

describe.runIf(hasOpenSsl)('certificates', () => {
  const issuer = hasOpenSsl ? makeCertificate({ name: 'DNS:issuer.example' }) : { key: '', cert: '' }
  const here = { name: 'IP:127.0.0.1' }

  function trust() {
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, issuer.cert])
    onTestFinished(() => setDefaultCACertificates(before))
  }

  test.each([
    ['self-signed', () => makeCertificate(here), '127.0.0.1'],
    ['issuer', () => makeCertificate({ ...here, issuer }), '127.0.0.1'],
  ])('says %s of one that nobody here trusts, before the login', async (problem, make, name) => {
    const logins: unknown[] = []
    const { url } = await serve({
      ...make(),
      secure: true,
      onAuth: (auth, _session, done) => done(null, { user: logins.push(auth) }),
    })
    const withLogin = url.replace('://', '://fan:hidden@')
    expect(await trySmtp(withLogin, mail, SENDER)).toMatchObject({
      outcome: 'certificate',
      certificate: { problem, names: [name] },
    })
    expect(logins).toEqual([])
    expect(await trySmtp(`${withLogin}?tls.rejectUnauthorized=false`, mail, SENDER)).toMatchObject({
      outcome: 'accepted',
    })
    expect(logins).toHaveLength(1)
  })

  test('says which names another one has, also after STARTTLS', async () => {
    trust()
    const { url } = await serve({
      ...makeCertificate({ name: 'DNS:mail.example', issuer }),
      disabledCommands: [],
    })
    expect(await trySmtp(`${url}?requireTLS=true`, mail, SENDER)).toMatchObject({
      certificate: { problem: 'name', names: ['mail.example'], issuer: 'issuer.example' },
    })
  })

  test('says until when an expired one was valid', async () => {
    trust()
    const times = { from: '20200101000000Z', until: '20200201000000Z' }
    const { url } = await serve({ ...makeCertificate({ ...here, ...times, issuer }), secure: true })
    expect(await trySmtp(url, mail, SENDER)).toMatchObject({
      certificate: { problem: 'expired', valid_to: '2020-02-01T00:00:00.000Z' },
    })
  })

  test('sends the mail where it is trusted', async () => {
    trust()
    const { url, received } = await serve({ ...makeCertificate({ ...here, issuer }), secure: true })
    expect(await trySmtp(url, mail, SENDER)).toMatchObject({ outcome: 'accepted' })
    expect(received).toHaveLength(1)
  })
})
