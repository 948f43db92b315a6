import { useAnnouncement } from './active-slot.ts'

/** Says to screen readers where the next song goes. */
export function Announcements() {
  return (
    <p role="status" className="visually-hidden">
      {useAnnouncement()}
    </p>
  )
}
