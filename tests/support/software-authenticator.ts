import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyResponse, PasskeyResponse } from '@called-it/shared/contract/passkeys'

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64

function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = Array.from(value, ([key, part]) => [encode(key), encode(part)])
  return Buffer.concat([head(5, value.size), ...pairs.flat()])
}

function head(kind: number, size: number): Buffer {
  const type = kind << 5
  if (size < 24) return Buffer.from([type | size])
  return size < 256 ? Buffer.from([type | 24, size]) : Buffer.from([type | 25, size >> 8, size & 255])
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest()

type Given = { origin?: string; counter?: number; isVerified?: boolean }

/** One passkey of ES256 with a counter, as a security key makes it. */
export function createAuthenticator(ownOrigin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  const clientData = (type: string, challenge: string, { origin = ownOrigin }: Given) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function authenticatorData(rpId: string, { counter, isVerified = true }: Given, key?: Buffer): Buffer {
    uses += 1
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (key ? HAS_KEY : 0)
    const fixed = Buffer.alloc(5)
    fixed.writeUInt8(flags)
    fixed.writeUInt32BE(counter ?? uses, 1)
    return Buffer.concat([sha256(rpId), fixed, ...(key ? [key] : [])])
  }

  return {
    id,
    create(options: { challenge: string; rp: { id: string } }, given: Given = {}): NewPasskeyResponse {
      const point = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')] as const
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, point[0]],
        [-3, point[1]],
      ])
      const [aaguid, length] = [Buffer.alloc(16), Buffer.from([0, credentialId.length])]
      const made = Buffer.concat([aaguid, length, credentialId, encode(key)])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(options.rp.id, given, made)],
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', options.challenge, given).toString('base64url'),
        attestationObject: encode(attestation).toString('base64url'),
      }
    },
    answer(options: { challenge: string; rpId: string }, given: Given = {}): PasskeyResponse {
      const client = clientData('webauthn.get', options.challenge, given)
      const data = authenticatorData(options.rpId, given)
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      }
    },
  }
}
