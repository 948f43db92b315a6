import { z } from 'zod'
import { currentUser } from './current-user.ts'
import { displayName } from './display-name.ts'
import { defineEndpoint } from './endpoint.ts'
import { email, FIELD_LIMITS, FIELD_TEXTS, line } from './entered-fields.ts'
import { instant } from './fields.ts'

export const MAX_PASSKEYS = 10
export const RECOVERY_CODES = 8

/** In base64url. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/)

/** 1,023 bytes are the most that authenticators may use. */
const credentialId = bytes(1_364).min(1)

/** Of what an authenticator answers to `passkeyOptions`, what the server reads. */
export const passkeyResponse = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(2_000),
})
export type PasskeyResponse = z.output<typeof passkeyResponse>

/** The same of one that has made a passkey. */
export const newPasskeyResponse = z.strictObject({
  id: credentialId,
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(20_000),
})
export type NewPasskeyResponse = z.output<typeof newPasskeyResponse>

const requestOptions = z.object({
  challenge: z.string(),
  /** In milliseconds. */
  timeout: z.number(),
  rpId: z.string(),
  userVerification: z.literal('required'),
})
export type PasskeyRequestOptions = z.output<typeof requestOptions>

const publicKey = z.literal('public-key')
const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  timeout: z.number(),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  excludeCredentials: z.array(z.object({ type: publicKey, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreationOptions = z.output<typeof creationOptions>

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
})
export type Passkey = z.output<typeof passkey>

const ownPasskeys = z.object({
  passkeys: z.array(passkey),
  /** How many are left. */
  recovery_codes: z.int().nonnegative(),
  /** For one that is made in this browser. */
  suggested_name: z.string(),
})
export type OwnPasskeys = z.output<typeof ownPasskeys>

/** The codes are shown once. */
const withCodes = ownPasskeys.extend({ new_codes: z.array(z.string()) })

export const passkeyForm = z.strictObject({ name: line(FIELD_LIMITS.keyName, FIELD_TEXTS.keyName) })

export const passkeyEndpoints = {
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: '/api/auth/passkeys/options',
    access: 'visitor',
    summary: 'What a browser needs to ask for a passkey; of no address',
    response: requestOptions,
  }),
  logInByPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/auth/passkeys/log-in',
    access: 'visitor',
    summary:
      'Starts a session; 401 `passkey_refused` for a wrong, unknown or late answer, and for one used before',
    body: z.strictObject({ response: passkeyResponse }),
    response: currentUser,
  }),
  passkeySignUpOptions: defineEndpoint({
    method: 'POST',
    path: '/api/auth/passkeys/sign-up-options',
    access: 'visitor',
    summary: 'What a browser needs to make the passkey of a registration; responds alike for every address',
    body: z.strictObject({ email, display_name: displayName }),
    response: creationOptions,
  }),
  listPasskeys: defineEndpoint({
    method: 'GET',
    path: '/api/users/current/passkeys',
    access: 'fan',
    summary: "The current user's passkeys, and how many recovery codes are left",
    response: ownPasskeys,
  }),
  passkeyAddOptions: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/passkeys/options',
    access: 'fan',
    needsFreshLogin: true,
    summary: 'What a browser needs to make another passkey of the current user',
    response: creationOptions,
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/passkeys',
    access: 'fan',
    needsFreshLogin: true,
    summary: 'Adds a passkey. The first one makes recovery codes. 409 `too_many_passkeys`',
    /** Without a name it gets the suggested one. */
    body: passkeyForm.partial().extend({ response: newPasskeyResponse }),
    response: withCodes,
  }),
  removePasskey: defineEndpoint({
    method: 'DELETE',
    path: '/api/users/current/passkeys/:passkeyId',
    access: 'fan',
    needsFreshLogin: true,
    summary: 'Removes a passkey at once; with the last one the recovery codes go',
    params: z.object({ passkeyId: credentialId }),
    response: ownPasskeys,
  }),
  makeRecoveryCodes: defineEndpoint({
    method: 'POST',
    path: '/api/users/current/recovery-codes',
    access: 'fan',
    needsFreshLogin: true,
    summary:
      'Makes new recovery codes, in place of those that are left. 404 `passkey_not_found` without a passkey',
    response: withCodes,
  }),
} as const
