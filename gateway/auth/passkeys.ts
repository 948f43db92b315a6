import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import {
  findPasskey,
  notePasskeyUse,
  useChallenge,
} from '@called-it/infra/postgres/queries/accounts/passkeys'
import { findPasswordHash, holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import type { RegisteredPasskey } from '@called-it/infra/postgres/schema/accounts'
import type {
  NewPasskeyResponse,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeyResponse,
} from '@called-it/shared/contract/passkeys'
import { PRODUCT } from '@called-it/shared/contract/site'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { GatewayConfig } from '../config.ts'
import { ApiError } from '../http/errors.ts'
import { CHALLENGE_MS, type ChallengePurpose, createPasskeyChallenges } from './passkey-challenges.ts'

/** ES256 and RS256, which all browsers know. Node 24 would ask for ML-DSA first, whose keys have 1,322 bytes, not 77. */
const ALGORITHMS = [-7, -257]

const HANDLE_BYTES = 32

/** Whose passkey is made: of a registration, which has no user yet, or of a user. */
type Owner = {
  readonly userId: number | null
  readonly email: string
  readonly displayName: string
  /** Those that the user has. */
  readonly passkeys: readonly { readonly id: string }[]
}

export type Passkeys = {
  /** The name that browsers bind passkeys to. */
  readonly host: string
  requestOptions(): PasskeyRequestOptions
  creationOptions(owner: Owner): PasskeyCreationOptions
  /**
   * Uses the answer up. The password hash is read while the user's row is held, so that the login fails where a change
   * of the password overtakes it.
   *
   * @throws ApiError `passkey_refused`
   */
  verify(response: PasskeyResponse): Promise<{ userId: number; passwordHash: string | null }>
  /**
   * Uses the answer up.
   *
   * @param userId null for a registration
   * @throws ApiError `passkey_refused`
   */
  verifyNew(
    response: NewPasskeyResponse,
    given: { userId: number | null; name: string },
  ): Promise<RegisteredPasskey>
}

export function createPasskeys({
  db,
  config: { publicUrl, sessionSecret },
  now = Date.now,
}: {
  db: Database
  config: Pick<GatewayConfig, 'publicUrl' | 'sessionSecret'>
  now?: () => number
}): Passkeys {
  const { hostname: host, origin } = new URL(publicUrl)
  const challenges = createPasskeyChallenges(sessionSecret, now)
  const expected = { expectedOrigin: origin, expectedRPID: host, requireUserVerification: true }

  /** That of a user is always the same, so that an authenticator replaces a passkey that was removed here. */
  const handleOf = (userId: number | null) =>
    userId === null
      ? randomBytes(HANDLE_BYTES)
      : createHmac('sha256', sessionSecret).update(`passkey of ${userId}`).digest()

  const purposeOf = (userId: number | null) => (userId === null ? 'sign-up' : (`add ${userId}` as const))

  /** What the library verified, with the challenge; null where it found something wrong, which it throws. */
  async function verifiedWith<Verified extends { verified: boolean }>(
    purpose: ChallengePurpose,
    verify: (expectedChallenge: (challenge: string) => boolean) => Promise<Verified>,
  ): Promise<{ verified: Verified; challenge: string } | null> {
    let seen = ''
    const isExpected = (challenge: string) => {
      seen = challenge
      return challenges.isOpen(challenge, purpose)
    }
    const verified = await verify(isExpected).catch(() => null)
    return verified?.verified ? { verified, challenge: seen } : null
  }

  return {
    host,
    requestOptions: () => ({
      challenge: challenges.make('log-in'),
      timeout: CHALLENGE_MS,
      rpId: host,
      userVerification: 'required',
    }),
    creationOptions: ({ userId, email, displayName, passkeys }) => ({
      rp: { id: host, name: PRODUCT },
      user: { id: handleOf(userId).toString('base64url'), name: email, displayName },
      challenge: challenges.make(purposeOf(userId)),
      timeout: CHALLENGE_MS,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    }),
    async verify(response) {
      const known = await findPasskey(db, response.id)
      if (!known) throw new ApiError('passkey_refused')
      const { id, userId, counter } = known
      const credential = { id, counter, publicKey: Uint8Array.from(known.publicKey) }
      const found = await verifiedWith('log-in', (expectedChallenge) =>
        verifyAuthenticationResponse({
          response: toCredential(response),
          expectedChallenge,
          credential,
          ...expected,
        }),
      )
      if (!found) throw new ApiError('passkey_refused')
      const { challenge, verified } = found
      return db.transaction().execute(async (trx) => {
        const isFirst = (await holdUserForUpdate(trx, userId)) && (await useChallenge(trx, challenge))
        const isValid = isFirst && (await notePasskeyUse(trx, id, verified.authenticationInfo.newCounter))
        if (!isValid) throw new ApiError('passkey_refused')
        return { userId, passwordHash: await findPasswordHash(trx, userId) }
      })
    },
    async verifyNew(response, { userId, name }) {
      const found = await verifiedWith(purposeOf(userId), (expectedChallenge) =>
        verifyRegistrationResponse({
          response: toCredential(response),
          expectedChallenge,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expected,
        }),
      )
      const made = found?.verified.registrationInfo?.credential
      const isNew = found && made && (await findPasskey(db, made.id)) === null
      if (!isNew || !(await useChallenge(db, found.challenge))) throw new ApiError('passkey_refused')
      const { id, counter } = made
      return { id, publicKey: Buffer.from(made.publicKey).toString('base64url'), counter, name }
    },
  }
}

/** In the shape of browsers, of which the contract has what is read. */
function toCredential<Response>({ id, ...response }: Response & { id: string }) {
  return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } as const
}
