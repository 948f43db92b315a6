import type { Notification } from '@called-it/shared/contract/notifications'
import {
  type AnnouncementKind,
  announcementKinds,
  type Described,
} from '@called-it/shared/notifications/catalogue'
import { shortDate } from '../../lib/shows/show-date.ts'
import { instantInWords } from '../../lib/shows/venue-time.ts'

const IN_WORDS = { instant: (instant: string) => instantInWords(instant, null) }

/** Null for a kind or content of a newer release. */
export function describeNotification({ kind, content, show }: Notification): Described | null {
  if (!isKnown(kind)) return null
  const titled = show && { id: show.id, title: `${show.venue}, ${shortDate(show.date)}` }
  return announcementKinds[kind].describeStored(content, titled, IN_WORDS)
}

function isKnown(kind: string): kind is AnnouncementKind {
  return Object.hasOwn(announcementKinds, kind)
}
