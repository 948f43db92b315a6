import type { StateStorage } from 'zustand/middleware'
import { deleteUserCache } from '../offline/caches.ts'

const PREFIX = 'called-it:fan:'
const OWNER = `${PREFIX}owner`

const leaveListeners = new Set<() => void>()

/**
 * Where a feature keeps what belongs to one fan on this device (drafts, say), in the form of zustand's
 * `createJSONStorage(() => userStorage)`. It is emptied when the fan logs out or another one logs in, and
 * outlives a session that merely ended. Where the browser forbids storage, it keeps nothing.
 */
export const userStorage: StateStorage = {
  getItem: (name) => attempt(() => localStorage.getItem(PREFIX + name)) ?? null,
  setItem: (name, value) => void attempt(() => localStorage.setItem(PREFIX + name, value)),
  removeItem: (name) => void attempt(() => localStorage.removeItem(PREFIX + name)),
}

/** Has a feature empty what it holds in memory when the fan leaves the device; returns how to stop. */
export function onUserLeave(empty: () => void): () => void {
  leaveListeners.add(empty)
  return () => leaveListeners.delete(empty)
}

/** Removes everything of the fan from the device: memory, storage and the copies for times without a connection. */
export function clearUserData(): void {
  void deleteUserCache()
  for (const empty of leaveListeners) empty()
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key)
    }
  })
}

/** Says whose device this is now; what another fan left on it goes. */
export function setDeviceOwner(userId: number): void {
  const owner = attempt(() => localStorage.getItem(OWNER))
  if (owner && owner !== String(userId)) clearUserData()
  attempt(() => localStorage.setItem(OWNER, String(userId)))
}

function attempt<Result>(touchStorage: () => Result): Result | undefined {
  try {
    return touchStorage()
  } catch {
    return undefined
  }
}
