import {
  type NewPasskeyResponse,
  type PasskeyCreationOptions,
  type PasskeyResponse,
  passkeyEndpoints,
} from '@called-it/shared/contract/passkeys'
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { request } from '../api/api.ts'

/** Loaded at the first use: few of those who see a page use a passkey on it. */
const loadBrowser = () => import('@simplewebauthn/browser')

const NUMBERS = /^\[|^[\d.]+$/

/** `address`: browsers bind passkeys to a name, and the site is open by an address of numbers. */
export function passkeysWork(): 'yes' | 'address' | 'no' {
  if (NUMBERS.test(location.hostname)) return 'address'
  return 'PublicKeyCredential' in globalThis ? 'yes' : 'no'
}

/** Rejects with the browser's error where the fan declines, or has no passkey of this site: it does not say which. */
export async function askForPasskey(): Promise<PasskeyResponse> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    loadBrowser(),
    request(passkeyEndpoints.passkeyOptions),
  ])
  return answerOf(await startAuthentication({ optionsJSON }))
}

/** Rejects also where the authenticator has a passkey of this account. */
export async function createPasskey(optionsJSON: PasskeyCreationOptions): Promise<NewPasskeyResponse> {
  const { startRegistration } = await loadBrowser()
  const { id, response } = await startRegistration({ optionsJSON })
  return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
}

/**
 * Among the suggestions of the address field, where the browser can: waits until one is chosen.
 *
 * @returns null where it cannot, and after `signal`
 */
export async function awaitSuggestedPasskey(signal: AbortSignal): Promise<PasskeyResponse | null> {
  if (passkeysWork() !== 'yes') return null
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await loadBrowser()
  if (signal.aborted || !(await browserSupportsWebAuthnAutofill())) return null
  const optionsJSON = await request(passkeyEndpoints.passkeyOptions, { signal })
  if (signal.aborted) return null
  const answer = startAuthentication({ optionsJSON, useBrowserAutofill: true })
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true })
  return answerOf(await answer)
}

function answerOf({ id, response }: AuthenticationResponseJSON): PasskeyResponse {
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, clientDataJSON, authenticatorData, signature }
}
