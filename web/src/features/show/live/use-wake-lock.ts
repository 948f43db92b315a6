import { useEffect } from 'react'

/** Not in all browsers, and only over HTTPS. */
export function canKeepScreenOn(): boolean {
  return 'wakeLock' in navigator
}

/** Browsers release the lock when the page is hidden; it is taken again when the page is back. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !canKeepScreenOn()) return
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null)
    const acquire = () => {
      if (document.visibilityState !== 'visible') return
      // Refused with a low battery: the screen then goes off as usual.
      lock = navigator.wakeLock.request('screen').catch(() => null)
    }
    acquire()
    document.addEventListener('visibilitychange', acquire)
    return () => {
      document.removeEventListener('visibilitychange', acquire)
      void lock.then((held) => held?.release())
    }
  }, [isOn])
}
