import type { Slots } from '@called-it/shared/game/setlist'

/** An account that the demo creates besides its fans; its password is public. */
export interface DemoAccount {
  readonly email: string
  readonly displayName: string
  readonly isAdmin: boolean
}

/** The password of every demo account. */
export const DEMO_PASSWORD = 'called-it-demo'

/** Who may log in on a demo. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: 'fan@demo.example', displayName: 'Demo Fan', isAdmin: false },
  { email: 'admin@demo.example', displayName: 'Demo Admin', isAdmin: true },
]

/** The 40 fans whose predictions fill the demo's boards: nobody logs in as them. (being written) */
export const DEMO_FANS: readonly { readonly email: string; readonly displayName: string }[] = []

/**
 * What a demo fan predicts for a show of the demo band: song slugs at full size (8, 8, 3), some slots empty,
 * never all; null when that fan does not play that show. The same fan and show always give the same picks.
 * (being written)
 *
 * @param fanIndex a place in `DEMO_FANS`
 * @param showSourceId the `sourceId` of a show that the demo source lists
 */
export function demoPicks(_fanIndex: number, _showSourceId: string): Slots<string> | null {
  return null
}
