import { once } from 'node:events'
import { connect } from 'node:net'
import { makeUser } from '@called-it/tests/support/factories'
import { makeForm, type Part } from '@called-it/tests/support/gateway/make-form'
import { startGateway } from '@called-it/tests/support/gateway/start-gateway'
import { makeImage } from '@called-it/tests/support/test-images'
import { afterAll, describe, expect, test } from 'vitest'

const ADDRESS = '/api/auth/avatar'

const gateway = await startGateway()
const cookie = await gateway.loginAs(await makeUser(gateway.postgres.db))
const file = await makeImage('jpeg', { width: 60, height: 40 })
afterAll(() => gateway.stop())

const send = (body: string, contentType: string) =>
  gateway.send('POST', ADDRESS, { as: cookie, body, headers: { 'content-type': contentType } })

describe('upload form', () => {
  const upload = async (parts: Part[]) =>
    gateway.send('POST', ADDRESS, { as: cookie, ...(await makeForm(...parts)) })
  const chosen = (): Part => ({ field: 'avatar', file })

  test.each<[string, () => Part[]]>([
    ['without anything', () => []],
    ['with a file of another name', () => [{ ...chosen(), field: 'picture' }]],
    ['with a file of a name in brackets', () => [{ ...chosen(), field: 'avatar[0]' }]],
    ['with text in place of the file', () => [{ field: 'avatar', text: 'a picture' }]],
    ['with text beside the file', () => [chosen(), { field: 'is_admin', text: 'true' }]],
    ['with two files', () => [chosen(), chosen()]],
    ['with two files of two names', () => [chosen(), { ...chosen(), field: 'other' }]],
    ['with a file that was not chosen', () => [{ field: 'avatar', file: '', name: '' }]],
  ])('returns 422 %s', async (_, list) => {
    const issues = [{ path: 'avatar', message: 'Please choose one file' }]
    expect(await upload(list())).toMatchObject({ status: 422, json: { code: 'invalid', issues } })
  })

  test.each([
    ['without a boundary', 'x', 'multipart/form-data'],
    ['that does not end', '--x\r\nContent-Disposition: form-data; na'],
    ['without a part', 'no boundary anywhere'],
    ['with a part without a name', part('filename="x"')],
    ['with a NUL in the name of its file', part('filename="a\0b"')],
    ['with a field name of a kilobyte', part(`name="${'x'.repeat(1024)}"; filename="x"`)],
  ])('returns 400 for a form %s', async (_, body, contentType = 'multipart/form-data; boundary=x') => {
    expect(await send(body, contentType)).toMatchObject({ status: 400, json: { code: 'malformed' } })
  })

  test.each([
    ['application/json', '{"avatar":"x"}'],
    ['application/x-www-form-urlencoded', 'avatar=x'],
    ['multipart/mixed; boundary=x', part('filename="x"')],
    ['image/jpeg', 'x'],
    ['', 'x'],
  ])('returns 415 for the content type %o', async (contentType, body) => {
    expect(await send(body, contentType)).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
  })

  test('returns 415 at an endpoint without upload', async () => {
    const form = await makeForm(chosen())
    const response = await gateway.send('PUT', '/api/auth/profile', { as: cookie, ...form })
    expect(response).toMatchObject({ status: 415, json: { code: 'wrong_type' } })
  })
})

describe('dropped connection', () => {
  /** Sends the headers and a part of a form, then disconnects. */
  async function drop(sent: Buffer): Promise<void> {
    const { port, hostname } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const headers = [
      `POST ${ADDRESS} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 1000000',
    ]
    await new Promise<void>((resolve) => {
      socket.write(Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), sent]), () => resolve())
    })
    socket.destroy()
    await once(socket, 'close')
  }

  test('does not keep the gateway from serving uploads', async () => {
    const start = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="x"\r\n\r\n'
    const sent = [Buffer.alloc(0), Buffer.from(start), Buffer.from(start + 'x'.repeat(100_000))]
    // Far more than the gateway reads concurrently.
    await Promise.all(Array.from({ length: 20 }, () => sent.map(drop)).flat())
    const form = await makeForm({ field: 'avatar', file })
    const upload = async () => (await gateway.send('POST', ADDRESS, { as: cookie, ...form })).status
    // Shed until the gateway has noticed every disconnect.
    await expect.poll(upload, { timeout: 20_000 }).toBe(200)
  })
})

/** A form of one part with these parameters of its Content-Disposition. */
function part(parameters: string): string {
  return `--x\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nx\r\n--x--\r\n`
}
