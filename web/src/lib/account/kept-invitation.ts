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
