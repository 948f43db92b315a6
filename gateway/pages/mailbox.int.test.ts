import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMailFolder } from '@called-it/infra/mail/mail-folder'
import { gatewayOfFile, gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { describe, expect, test } from 'vitest'

const dataDir = await folderOfFile()
const gateway = await gatewayOfFile({ config: { showsMailbox: true, dataDir } })

const LINK = 'https://picks.example/verify-email/token_-1'

describe('mailbox', () => {
  test('escapes stored mails and links their addresses', async () => {
    expect((await gateway.send('GET', '/api/mailbox')).text).toContain('Nothing yet')
    await openMailFolder(dataDir, { from: 'Called It <no-reply@example.test>', replyTo: null }).send({
      kind: 'verification',
      to: { name: '<b>Ann</b>', address: 'ann@example.test' },
      subject: 'confirm, <script>alert(1)</script>',
      text: `hi <img src=x>,\n\n${LINK}\n`,
      html: '<p>hi</p>',
    })
    const list = await gateway.send('GET', '/api/mailbox')
    expect(list.status).toBe(200)
    expect(list.text).toContain('ann@example.test')
    expect(list.text).not.toContain('<script')
    const [, address = ''] = /<a href="(\/api\/mailbox\/[^"]+)"/.exec(list.text) ?? []
    const mail = await gateway.send('GET', address)
    expect(mail.text).toContain(`<a href="${LINK}">${LINK}</a>`)
    expect(mail.text).not.toContain('<img')
    expect(mail.headers.get('content-security-policy')).toContain("default-src 'self'")
    // The mail holds links with tokens.
    expect(mail.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('returns 404 for every other file', async () => {
    await writeFile(join(dataDir, 'secret.eml'), 'Subject: secret\n\nsecret\n')
    for (const name of ['..%2Fsecret.eml', '%2e%2e%2fsecret.eml', '..%5csecret.eml', 'none.eml', 'secret']) {
      expect((await gateway.send('GET', `/api/mailbox/${name}`)).status).toBe(404)
    }
  })

  test('returns 404 when no folder is configured', async () => {
    const closed = await gatewayOfTest()
    expect((await closed.send('GET', '/api/mailbox')).status).toBe(404)
  })
})
