import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { openMailer } from './mailer.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

const SENDER = { from: 'Called It <no-reply@example.org>', replyTo: null }

const mail: Mail = {
  kind: 'verification',
  to: { name: 'Zoë "Z" Lindqvist', address: 'zoe@example.org' },
  subject: 'confirm — please',
  text: `hi Zoë,\n\nhttps://picks.example/verify-email/${'x'.repeat(43)}?a=b&c=d\n`,
  html: '<p>hi Zoë,</p>',
}

describe('mail folder', () => {
  let dataDir: string

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mail-'))
  })

  afterEach(() => rm(dataDir, { recursive: true }))

  const open = () => openMailer({ smtpUrl: null, dataDir, ...SENDER })
  const list = async () => (await readdir(join(dataDir, 'mail'))).toSorted()
  const readOnly = async () => {
    const [name, ...others] = await list()
    expect(others).toEqual([])
    return readFile(join(dataDir, 'mail', name ?? ''), 'utf8')
  }

  test('writes each mail to a file with headers and both parts', async () => {
    await open().send(mail)
    const file = await readOnly()
    expect(await PostalMime.parse(file)).toMatchObject({
      from: { name: 'Called It', address: 'no-reply@example.org' },
      to: [mail.to],
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining(mail.html),
      headers: expect.arrayContaining([expect.objectContaining({ key: 'auto-submitted' })]),
    })
    // Unencoded, so that the link can be copied from the file.
    expect(file.split('\n')).toContain(mail.text.split('\n')[2])
  })

  test('makes the files readable for their owner alone', async () => {
    await open().send(mail)
    const [name = ''] = await list()
    expect((await stat(join(dataDir, 'mail', name))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'mail'))).mode & 0o777).toBe(0o700)
  })

  test('names files by time and kind, without the recipient', async () => {
    const mailer = open()
    await Promise.all([mailer.send(mail), mailer.send(mail), mailer.send({ ...mail, kind: 'known-address' })])
    const names = await list()
    expect(names).toHaveLength(3)
    for (const name of names)
      expect(name).toMatch(/^\d{8}T\d{9}Z-(verification|known-address)-[\da-f]{8}\.eml$/)
    expect(names.join()).not.toContain('zoe')
  })

  test('starts no header at a line break in a name or subject', async () => {
    await open().send({
      ...mail,
      subject: 'hello\r\nBcc: one@example.org',
      to: { name: 'Eve\r\nBcc: two@example.org', address: 'eve@example.org' },
    })
    const { headers } = await PostalMime.parse(await readOnly())
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
  })

  test('leaves no file behind when writing fails, and names no address', async () => {
    await writeFile(join(dataDir, 'mail'), 'a file where the folder should be')
    const failure = open().send(mail)
    await expect(failure).rejects.toThrow('The mail could not be kept (EEXIST).')
    await expect(failure).rejects.not.toThrow('zoe')
    expect(await readdir(dataDir)).toEqual(['mail'])
  })
})

describe('SMTP mailer', () => {
  let server: Server
  const sockets = new Set<Socket>()

  /** A mail server that replies to each line with `reply`. */
  async function startServer(reply: (line: string) => string | null, greeting: string | null = '220 hi') {
    server = createServer((socket) => {
      sockets.add(socket)
      let isMessage = false
      socket.setEncoding('utf8')
      if (greeting !== null) socket.write(`${greeting}\r\n`)
      socket.on('data', (data: string) => {
        for (const line of data.split('\r\n').slice(0, -1)) {
          if (isMessage) received.push(line)
          const isLastLine = isMessage && line === '.'
          if (isMessage && !isLastLine) continue
          isMessage = !isLastLine && line === 'DATA'
          const response = reply(isLastLine ? 'END OF MESSAGE' : line)
          if (response !== null) socket.write(`${response}\r\n`)
        }
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `smtp://127.0.0.1:${address.port}`
  }

  let received: string[]

  beforeEach(() => {
    received = []
  })

  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    server.close()
    await once(server, 'close')
  })

  const polite = (line: string) => {
    if (line === 'DATA') return '354 go on'
    return line === 'QUIT' ? '221 bye' : '250 ok'
  }

  test('sends mails', async () => {
    const said: string[] = []
    const url = await startServer((line) => {
      said.push(line)
      return polite(line)
    })
    const mailer = openMailer({ smtpUrl: url, dataDir: '/nowhere', ...SENDER })
    await mailer.send(mail)
    mailer.close()
    expect(said).toContain('RCPT TO:<zoe@example.org>')
    const message = received.join('\n')
    expect(message).toContain('Subject: =?UTF-8?Q?confirm_=E2=80=94_please?=')
    expect(message).toContain('Content-Type: text/plain; charset=utf-8')
    expect(message).toContain('Content-Type: text/html; charset=utf-8')
  })

  test('reports the code of a refusal and no address', async () => {
    const url = await startServer((line) =>
      line.startsWith('RCPT') ? '550 no such user zoe@example.org' : polite(line),
    )
    const mailer = openMailer({ smtpUrl: url, dataDir: '/nowhere', ...SENDER })
    const failure = mailer.send(mail)
    await expect(failure).rejects.toThrow('The mail server did not take the mail (EENVELOPE 550).')
    await expect(failure).rejects.not.toThrow('zoe')
    mailer.close()
  })

  test.each([
    ['never greets', null, polite],
    ['falls silent', '220 hi', (line: string) => (line.startsWith('MAIL') ? null : polite(line))],
  ])('fails when the server %s', async (_, greeting, reply) => {
    const url = await startServer(reply, greeting)
    const mailer = openSmtpMailer(url, SENDER, {
      connectionTimeout: 200,
      greetingTimeout: 200,
      socketTimeout: 200,
      dnsTimeout: 200,
    })
    await expect(mailer.send(mail)).rejects.toThrow('The mail server did not take the mail (ETIMEDOUT')
    mailer.close()
  })

  test('sends a mail once when the server disconnects before its reply', async () => {
    let handedIn = 0
    const url = await startServer((line) => {
      if (line !== 'END OF MESSAGE') return polite(line)
      handedIn += 1
      for (const socket of sockets) socket.end()
      return null
    })
    const mailer = openMailer({ smtpUrl: url, dataDir: '/nowhere', ...SENDER })
    await expect(mailer.send(mail)).rejects.toThrow('The mail server did not take the mail')
    expect(handedIn).toBe(1)
    mailer.close()
  })
})
