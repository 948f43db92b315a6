import { attempt } from '../../lib/account/user-storage.ts'

const KEY = 'called-it:visits'
const DISMISSED = 'called-it:install-dismissed'
/** A page that is opened sooner belongs to the same visit. */
const VISIT_MS = 30 * 60_000

type Visits = { readonly count: number; readonly lastAt: number }

function readVisits(): Visits {
  const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? ''))
  if (typeof stored !== 'object' || stored === null) return { count: 0, lastAt: 0 }
  const { count, lastAt }: { count?: unknown; lastAt?: unknown } = stored
  return typeof count === 'number' && typeof lastAt === 'number' ? { count, lastAt } : { count: 0, lastAt: 0 }
}

/** @returns the visits of this device, with this one */
export function countVisit(): number {
  const now = Date.now()
  const { count, lastAt } = readVisits()
  const visits = now - lastAt < VISIT_MS ? count : count + 1
  attempt(() => localStorage.setItem(KEY, JSON.stringify({ count: visits, lastAt: now })))
  return visits
}

export function isInstallDismissed(): boolean {
  return attempt(() => localStorage.getItem(DISMISSED)) != null
}

export function dismissInstall(): void {
  attempt(() => localStorage.setItem(DISMISSED, '1'))
}
