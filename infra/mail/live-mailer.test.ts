import { startMailServer } from '@called-it/tests/support/mail-server'
import { expect, onTestFinished, test } from 'vitest'
import { openLiveMailer } from './mailer.ts'

const mail = {
  kind: 'verification',
  to: { name: 'Zoë', address: 'zoe@example.org' },
  subject: 'confirm',
  text: 'hi',
  html: '<p>hi</p>',
}

async function startServer() {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  return server
}

test('sends with the newest settings, and finishes what an earlier server has', async () => {
  const [first, second] = [await startServer(), await startServer()]
  let options = {
    smtpUrl: first.url,
    dataDir: '/nowhere',
    from: 'one@band.example',
    replyTo: 'one@band.example',
  }
  const mailer = openLiveMailer(() => options)
  const release = first.hold()
  const held = mailer.send(mail)
  await expect.poll(() => first.received.length, { timeout: 10_000 }).toBe(1)
  options = { ...options, smtpUrl: second.url, from: 'two@band.example', replyTo: 'answers@band.example' }
  await mailer.send(mail)
  expect(second.received).toMatchObject([
    { from: { address: 'two@band.example' }, replyTo: [{ address: 'answers@band.example' }] },
  ])
  release()
  await held
  mailer.close()
  expect(first.received).toHaveLength(1)
})
