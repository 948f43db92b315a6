import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeForm, type Part } from '@called-it/tests/support/gateway/make-form'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  TEST_LIMITS,
} from '@called-it/tests/support/gateway/start-gateway'
import { makeImage } from '@called-it/tests/support/test-images'
import { describe, expect, test } from 'vitest'

const ADDRESS = '/api/auth/avatar'

const gateway = await gatewayOfFile({ config: { rateLimitScale: 100 } })
const { db } = gateway.postgres
const cookie = await gateway.loginAs(await makeUser(db))
const file = await makeImage('jpeg', { width: 60, height: 40 })

const send = (body: string, contentType: string, as = cookie) =>
  gateway.send('POST', ADDRESS, { as, body, headers: { 'content-type': contentType } })

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
    expect(await send(body, contentType)).toMatchObject(refusal(400, 'malformed'))
  })

  test.each([
    ['application/json', '{"avatar":"x"}'],
    ['application/x-www-form-urlencoded', 'avatar=x'],
    ['', 'x'],
  ])('returns 415 for the content type %o', async (contentType, body) => {
    expect(await send(body, contentType)).toMatchObject(refusal(415, 'wrong_type'))
  })

  test('returns 415 at an endpoint without upload', async () => {
    const form = await makeForm(chosen())
    const response = await gateway.send('PUT', '/api/auth/profile', { as: cookie, ...form })
    expect(response).toMatchObject(refusal(415, 'wrong_type'))
  })
})

const START = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="x"\r\n\r\n'

/** Sends the headers and a part of a form. */
async function start(as: string, { sent = START, url = gateway.url } = {}): Promise<Socket> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const headers = [
    `POST ${ADDRESS} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${as}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000000',
  ]
  await new Promise<void>((resolve) => {
    socket.write(`${headers.join('\r\n')}\r\n\r\n${sent}`, () => resolve())
  })
  return socket
}

async function drop(socket: Socket): Promise<void> {
  socket.destroy()
  await once(socket, 'close')
}

const logInUser = async () => gateway.loginAs(await makeUser(db))
const uploadImage = async (as: string) =>
  (await gateway.send('POST', ADDRESS, { as, ...(await makeForm({ field: 'avatar', file })) })).status

test('does not stop serving uploads after dropped connections', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, logInUser))
  const sent = ['', START, START + 'x'.repeat(100_000)]
  // Far more than the gateway reads concurrently.
  await Promise.all(users.flatMap((as) => sent.map(async (one) => drop(await start(as, { sent: one })))))
  // Shed until the gateway has noticed every disconnect.
  for (const as of users) await expect.poll(() => uploadImage(as)).toBe(200)
})

test('returns 429 for the second upload of a user at once', async () => {
  const [as, other] = [await logInUser(), await logInUser()]
  const slow: Socket[] = []
  // A slow upload may itself be the second one; one of them stays.
  const sendTwo = async () => {
    slow.push(await start(as))
    return (await send('', 'multipart/form-data; boundary=x', as)).status
  }
  await expect.poll(sendTwo).toBe(429)
  expect(await uploadImage(other)).toBe(200)
  for (const socket of slow) socket.destroy()
  await expect.poll(() => uploadImage(as)).toBe(200)
})

test('returns 408 for a body that takes too long, and ends the connection', async () => {
  const limits = { ...TEST_LIMITS, clients: { ...TEST_LIMITS.clients, uploadMs: 100 } }
  const strict = await gatewayOfTest({ config: { limits } })
  const as = await strict.loginAs(await makeUser(strict.postgres.db))
  const socket = await start(as, { url: strict.url })
  const [response] = await Promise.all([text(socket), once(socket, 'close')])
  expect(response).toMatch(/^HTTP\/1.1 408 .*\r\nConnection: close\r\n.*upload_too_slow/s)
})

test('counts uploads before it reads them', async () => {
  const strict = await gatewayOfTest()
  const as = await strict.loginAs(await makeUser(strict.postgres.db))
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const sendNothing = async () => (await strict.send('POST', ADDRESS, { as, body: 'x', headers })).status
  for (let time = 0; time < 10; time += 1) expect(await sendNothing()).toBe(400)
  expect(await sendNothing()).toBe(429)
})

/** A form of one part with these parameters of its Content-Disposition. */
function part(parameters: string): string {
  return `--x\r\nContent-Disposition: form-data; ${parameters}\r\n\r\nx\r\n--x--\r\n`
}
