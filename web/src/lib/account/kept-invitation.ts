import { attempt } from './user-storage.ts'

const KEY = 'called-it:invitation'
const KEPT_MS = 7 * 24 * 3_600_000

type KeptInvitation = { invitation: string; league: string }

/**
 * Keeps the invitation of a visitor who tapped *join* through registration, verification in another tab and login. Lies
 * outside the user's storage, which the login of another user clears.
 */
export function keepInvitation({ invitation, league }: KeptInvitation): void {
  attempt(() => localStorage.setItem(KEY, [Date.now() + KEPT_MS, invitation, league].join('\n')))
}

export function keptInvitation(): KeptInvitation | null {
  const [until, invitation, league] = attempt(() => localStorage.getItem(KEY))?.split('\n') ?? []
  return invitation && league && Number(until) > Date.now() ? { invitation, league } : null
}

export function forgetInvitation(): void {
  attempt(() => localStorage.removeItem(KEY))
}

const CODE_KEY = 'called-it:sign-up-code'

/** Keeps the code of the admins' link, which lets a visitor sign up where invitations are needed. */
export function keepSignUpCode(code: string): void {
  attempt(() => localStorage.setItem(CODE_KEY, [Date.now() + KEPT_MS, code].join('\n')))
}

export function keptSignUpCode(): string | null {
  const [until, code] = attempt(() => localStorage.getItem(CODE_KEY))?.split('\n') ?? []
  return code && Number(until) > Date.now() ? code : null
}

export function forgetSignUpCode(): void {
  attempt(() => localStorage.removeItem(CODE_KEY))
}
