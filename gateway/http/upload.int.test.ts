import { once } from 'node:events'
import { connect } from 'node:net'
import { makeUser } from '@called-it/tests/support/factories'
import { makeForm, type Part } from '@called-it/tests/support/gateway/make-form'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { makeImage } from '@called-it/tests/support/test-images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const ADDRESS = '/api/auth/avatar'

let gateway: TestGateway
let cookie: string
let file: Buffer

beforeAll(async () => {
  gateway = await startGateway()
  cookie = await gateway.loginAs(await makeUser(gateway.postgres.db))
  file = await makeImage('jpeg', { width: 60, height: 40 })
})
afterAll(() => gateway.stop())

const send = (body: string, contentType: string) =>
  gateway.send('POST', ADDRESS, { as: cookie, body, headers: { 'content-type': contentType } })

describe('upload form', () => {
  const upload = async (parts: Part[]) =>
    gateway.send('POST', ADDRESS, { as: cookie, ...(await makeForm(...parts)) })
  const chosen = (): Part => ({ field: 'avatar', file })
  const notOneFile = {
    status: 422,
    json: { code: 'invalid', issues: [{ path: 'avatar', message: 'Please choose one file' }] },
  }

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
    expect(await upload(list())).toMatchObject(notOneFile)
  })

  test.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that does not end', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; na'],
    ['without a part', 'multipart/form-data; boundary=x', 'no boundary anywhere'],
    ['with a part without a name', 'multipart/form-data; boundary=x', nameless('x')],
    ['with a NUL in the name of its file', 'multipart/form-data; boundary=x', nameless('a\0b')],
    ['with a field name of a kilobyte', 'multipart/form-data; boundary=x', named('x'.repeat(1024))],
  ])('returns 400 for a form %s', async (_, contentType, body) => {
    expect(await send(body, contentType)).toMatchObject({
      status: 400,
      json: { code: 'malformed' },
    })
  })

  test.each([
    ['application/json', '{"avatar":"x"}'],
    ['application/x-www-form-urlencoded', 'avatar=x'],
    ['multipart/mixed; boundary=x', nameless('x')],
    ['image/jpeg', 'x'],
    ['', 'x'],
  ])('returns 415 for the content type %o', async (contentType, body) => {
    expect(await send(body, contentType)).toMatchObject({
      status: 415,
      json: { code: 'wrong_type' },
    })
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
      'Host: x',
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
    const part = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="x"\r\n\r\n'
    const sent = [Buffer.alloc(0), Buffer.from(part), Buffer.from(part + 'x'.repeat(100_000))]
    // Far more than the gateway reads concurrently.
    await Promise.all(Array.from({ length: 20 }, () => sent.map(drop)).flat())
    const form = await makeForm({ field: 'avatar', file })
    const upload = async () => (await gateway.send('POST', ADDRESS, { as: cookie, ...form })).status
    // Shed until the gateway has noticed every disconnect.
    await expect.poll(upload, { timeout: 20_000 }).toBe(200)
  })
})

function nameless(filename: string) {
  return `--x\r\nContent-Disposition: form-data; filename="${filename}"\r\n\r\nx\r\n--x--\r\n`
}

function named(name: string) {
  return `--x\r\nContent-Disposition: form-data; name="${name}"; filename="x"\r\n\r\nx\r\n--x--\r\n`
}
