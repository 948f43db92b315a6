import type { StateStorage } from 'zustand/middleware'
import { showAppBadge } from '../../offline/app-badge.ts'
import { deleteUserCache } from '../../offline/caches.ts'
import { endPushSubscription } from '../../offline/push-subscription.ts'

const PREFIX = 'called-it:fan:'
/** The push subscription that the server has bound to the session: another session binds it again. */
export const BOUND_DEVICE = 'bound-device'
const OWNER = `${PREFIX}owner`

/** The owner of what is held in memory. Another tab may have stored the next owner already. */
let ownerInMemory: number | null = null

const leaveListeners = new Set<() => void>()

/**
 * Storage for zustand's `createJSONStorage` that belongs to one user on this device (drafts, say). Cleared when the user
 * logs out or another one logs in; survives an expired session. Stores nothing where the browser forbids it.
 */
export const userStorage: StateStorage = {
  getItem: (name) => attempt(() => localStorage.getItem(PREFIX + name)) ?? null,
  setItem: (name, value) => void attempt(() => localStorage.setItem(PREFIX + name, value)),
  removeItem: (name) => void attempt(() => localStorage.removeItem(PREFIX + name)),
}

/** For data that is held in memory; returns the unsubscribe function. */
export function onUserLeave(empty: () => void): () => void {
  leaveListeners.add(empty)
  return () => leaveListeners.delete(empty)
}

export function clearUserData(): void {
  ownerInMemory = null
  void deleteUserCache()
  void endPushSubscription()
  void showAppBadge(0)
  for (const empty of leaveListeners) empty()
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    }
  })
}

export function setDeviceOwner(userId: number): void {
  const owners = [ownerInMemory, deviceOwner()]
  if (owners.some((owner) => owner !== null && owner !== userId)) clearUserData()
  ownerInMemory = userId
  attempt(() => localStorage.setItem(OWNER, String(userId)))
}

/** Who logged in here last and has not logged out; the session may have ended. */
export function deviceOwner(): number | null {
  return Number(attempt(() => localStorage.getItem(OWNER))) || null
}

/** Undefined where the browser forbids it. */
export function attempt<Result>(touchStorage: () => Result): Result | undefined {
  try {
    return touchStorage()
  } catch {
    return undefined
  }
}
