import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:https'
import { decrypt } from 'http_ece'
import { cert, key } from '../fixtures/loopback-certificate.ts'
import { createGate } from './gate.ts'
import { listenOnLoopback, stopServer } from './loopback-server.ts'

export type ReceivedPush = {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly payload: unknown
  /** The claims of the VAPID token, whose signature is checked. */
  readonly claims: unknown
}

export type PushService = {
  /** As `localhost:1234`. */
  readonly host: string
  readonly cert: string
  readonly received: ReceivedPush[]
  /** A new device. @param status what the service says to its pushes */
  subscribe(status?: number): { endpoint: string; p256dh: string; auth: string }
  /** From now on, for the endpoint. */
  respond(endpoint: string, status: number): void
  /** Pushes are received and get no response until the returned function is called. */
  hold(): () => void
  stop(): Promise<void>
}

/** As browsers' vendors run one: it decrypts in place of the device. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = []
  const gate = createGate()
  const devices = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: string; status: number }>()
  const server = createServer({ key, cert }, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const path = request.url ?? ''
    const device = devices.get(path)
    if (!device) return void response.writeHead(404).end()
    const text = decrypt(body, { version: 'aes128gcm', privateKey: device.ecdh, authSecret: device.auth })
    const claims = checkVapid(request.headers.authorization ?? '')
    received.push({ path, headers: request.headers, payload: JSON.parse(text.toString('utf8')), claims })
    await gate.passed()
    response.writeHead(device.status).end()
  })
  const host = `localhost:${await listenOnLoopback(server)}`
  return {
    host,
    cert,
    received,
    subscribe(status = 201) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const auth = randomBytes(16).toString('base64url')
      const path = `/push/${devices.size + 1}`
      devices.set(path, { ecdh, auth, status })
      return { endpoint: `https://${host}${path}`, p256dh, auth }
    },
    respond(endpoint, status) {
      const device = devices.get(new URL(endpoint).pathname)
      if (device) device.status = status
    },
    hold: gate.close,
    stop: () => stopServer(server),
  }
}

function checkVapid(authorization: string): unknown {
  const [, header = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const half = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: half(1), y: half(33) } })
  const signed = Buffer.from(`${header}.${claims}`)
  const given = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, given)) {
    throw new Error('the VAPID token is not signed with its key')
  }
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
}
