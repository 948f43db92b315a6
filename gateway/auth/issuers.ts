import { isLoopback } from '@called-it/infra/config/derived-settings'
import type { Issuer } from '@called-it/infra/config/issuers'
import { OTHER_PAGES } from '@called-it/shared/contract/page-paths'
import type { IssuerButton } from '@called-it/shared/contract/site'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
} from 'openid-client'
import type { Logger } from 'pino'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import type { IssuerAttempt } from './issuer-attempts.ts'

const TIMEOUT_SECONDS = 5
const DISCOVERED_MS = 3_600_000

/** What a check of an answer fails with. */
const FAILED_CHECKS: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
])

/** Google refuses what it takes for a browser inside another app, with an error of its own page. */
const REFUSING_IN_APP = new Set(['accounts.google.com'])

/** Who signed in at an issuer. */
export type Identity = {
  readonly issuer: string
  readonly subject: string
  /** What the issuer says about them, by source: an address is verified only by the source that names it. */
  readonly listClaims: () => Promise<readonly Claims[]>
}

export type Claims = { readonly [name: string]: unknown }

export function createIssuers({
  config,
  log,
}: {
  config: Pick<GatewayConfig, 'issuers' | 'publicUrl'>
  log: Logger
}) {
  /** By all that an operator has set of the issuer. */
  const discovered = new Map<string, { configuration: Promise<Configuration>; until: number }>()

  /** What fails is not kept. */
  function discoverOnce(issuer: Issuer): Promise<Configuration> {
    const key = JSON.stringify(issuer)
    const known = discovered.get(key)
    if (known && known.until > Date.now()) return known.configuration
    const configuration = discover(issuer)
    discovered.set(key, { configuration, until: Date.now() + DISCOVERED_MS })
    configuration.catch(() => discovered.delete(key))
    return configuration
  }

  async function ask<Result>({ label }: Issuer, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      if (isRefusal(error)) throw new ApiError('issuer_refused')
      log.warn({ err: error, issuer: label }, 'an issuer cannot be used')
      throw new ApiError('issuer_unavailable')
    }
  }

  function issuerOf(key: string): Issuer {
    const issuer = config.issuers.find((each) => each.key === key)
    if (!issuer) throw new ApiError('not_found')
    return issuer
  }

  return {
    /**
     * The address to sign in at.
     *
     * @throws ApiError `not_found` for a key without an issuer, `issuer_unavailable`
     */
    start({ issuerKey, state, nonce, verifier }: IssuerAttempt): Promise<string> {
      const issuer = issuerOf(issuerKey)
      return ask(issuer, async () => {
        const url = buildAuthorizationUrl(await discoverOnce(issuer), {
          redirect_uri: config.publicUrl + OTHER_PAGES.signedIn,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return url.href
      })
    },
    /**
     * Checks what the issuer has appended to the address of the page, and exchanges its code.
     *
     * @throws ApiError `issuer_refused`, `issuer_unavailable`; so does `listClaims`
     */
    finish({ issuerKey, state, nonce, verifier }: IssuerAttempt, search: string): Promise<Identity> {
      const issuer = issuerOf(issuerKey)
      return ask(issuer, async () => {
        const configuration = await discoverOnce(issuer)
        // Behind a proxy a request does not say where the issuer has sent the browser.
        const returned = new URL(config.publicUrl + OTHER_PAGES.signedIn)
        returned.search = search
        const tokens = await authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
        })
        const claims = tokens.claims()
        if (!claims) throw new ApiError('issuer_refused')
        const readUserInfo = async (): Promise<Claims[]> =>
          configuration.serverMetadata().userinfo_endpoint === undefined
            ? []
            : [await fetchUserInfo(configuration, tokens.access_token, claims.sub)]
        return {
          issuer: claims.iss,
          subject: claims.sub,
          listClaims: () => ask(issuer, async () => [claims, ...(await readUserInfo())]),
        }
      })
    },
    /** In words for fans, of an issuer that may be configured no longer. */
    labelOf(url: string): string {
      const { href, host } = new URL(url)
      return config.issuers.find((issuer) => new URL(issuer.url).href === href)?.label ?? host
    },
  }
}

function discover({ url, clientId, clientSecret }: Issuer): Promise<Configuration> {
  const server = new URL(url)
  const isInsecure = server.protocol === 'http:' && isLoopback(server.hostname)
  return discovery(server, clientId, clientSecret, authenticate(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // The library would leave out the signature of what comes over TLS.
    execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
  })
}

/** The standard's way where the issuer does not list the simpler one. */
function authenticate(secret: string): ClientAuth {
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (takesPost ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest)
  }
}

/** False where the issuer fails, or does not accept this site as its client. */
function isRefusal(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return true
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant'
  if (error instanceof ClientError) return FAILED_CHECKS.has(error.code)
  return error instanceof ApiError
}

/** What pages need to show their buttons. */
export function issuerButtons({ issuers }: Pick<GatewayConfig, 'issuers'>): IssuerButton[] {
  return issuers.map(({ key, label, url }) => ({
    key,
    label,
    refusesInApp: REFUSING_IN_APP.has(new URL(url).hostname),
  }))
}
