import { LiveLink } from './live-link.tsx'
import { NextLock } from './next-lock.tsx'

export { Bell } from '../features/notifications/bell.tsx'

/** The show that runs, and the one whose picks close soon. */
export function ShowLinks() {
  return (
    <>
      <LiveLink />
      <NextLock />
    </>
  )
}
