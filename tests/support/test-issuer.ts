import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Issuer } from '@called-it/infra/config/issuers'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import { listenOnLoopback, stopServer } from './loopback-server.ts'

/** What the issuer says of somebody. */
type TestAccount = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly nickname?: string
  readonly preferred_username?: string
}

export type TestIssuer = {
  readonly settings: Issuer
  /** Who signs in from now on; its page asks nobody. */
  become(account: TestAccount): void
  /** Signs in as a browser would; returns what is appended to the address that it is sent back to. */
  signIn(url: string): Promise<URLSearchParams>
  /** From now on, in place of the key that signs, another one has its name. */
  publishOtherKey(): void
  stop(): Promise<void>
}

const CLIENT = { clientId: 'called-it', clientSecret: 'the secret of the test client' }

/** A real issuer on this machine that keeps everything in memory. */
export async function startTestIssuer(
  publicUrl: string,
  { key = '1', label = 'Test ID' }: Partial<Pick<Issuer, 'key' | 'label'>> = {},
): Promise<TestIssuer> {
  let handle = (_request: IncomingMessage, _response: ServerResponse): unknown => undefined
  const server = createServer((request, response) => void handle(request, response))
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const accounts = new Map<string, TestAccount>()
  let present = ''
  const signing = makeSigningKey()
  let published: object | null = null
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${publicUrl}/signed-in`],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'nickname', 'preferred_username'],
    },
    cookies: { keys: ['a key of the test issuer'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...accounts.get(sub), sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [signing] },
    loadExistingGrant: grantAll,
    pkce: { required: () => true },
    // Set, since it writes a line about each that is not.
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  const answer = provider.callback()
  handle = (request, response) => {
    if (published && request.url === '/jwks') {
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(published))
    }
    return request.url?.startsWith('/interaction/')
      ? provider.interactionFinished(request, response, { login: { accountId: present } })
      : answer(request, response)
  }

  return {
    settings: { ...CLIENT, key, url, label },
    become(account) {
      accounts.set(account.sub, account)
      present = account.sub
    },
    async signIn(begin) {
      const cookies = new Map<string, string>()
      let at = new URL(begin)
      while (at.origin === url) {
        const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ')
        const { status, headers } = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = headers.get('location')
        if (location === null) throw new Error(`the issuer responds with ${status} at ${at.pathname}`)
        at = new URL(location, at)
      }
      return at.searchParams
    },
    publishOtherKey() {
      published = { keys: [publicPart(makeSigningKey())] }
    },
    stop: () => stopServer(server),
  }
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'the key' }
}

function publicPart({
  d: _,
  p: _p,
  q: _q,
  dp: _dp,
  dq: _dq,
  qi: _qi,
  ...key
}: ReturnType<typeof makeSigningKey>) {
  return key
}

/** In place of a page that asks what the site may know. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (!client || session?.accountId === undefined) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}
