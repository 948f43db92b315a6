import type { Notification } from '@called-it/shared/contract/notifications'
import type { Described } from '@called-it/shared/notifications/catalogue'
import { shortDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'

export type Item = { readonly notification: Notification; readonly described: Described }
/** Newest first. */
export type Group = readonly [newest: Item, ...others: Item[]]

const NIGHT_ENDS_MS = 6 * 3_600_000

/** The device's day of an instant; a night belongs to the day before. */
const dayOf = (instant: number) => {
  const at = new Date(instant - NIGHT_ENDS_MS)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** One per show or league and day; a notification of neither stands alone. */
export function groupNotifications(items: readonly Item[]): Group[] {
  const groups = new Map<string | number, [Item, ...Item[]]>()
  for (const item of items) {
    const { id, at, show } = item.notification
    const about = show?.id ?? item.described.about
    const key = about === null ? id : `${about} ${dayOf(Date.parse(at))}`
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return [...groups.values()]
}

/** A show's own day, else that of the notification: `tonight`, `last night`, `yesterday`, `Nov 20`. */
export function dayInWords({ at, show }: Notification, now: number): string {
  const day = show?.date ?? dayOf(Date.parse(at))
  if (day === dayOf(now)) return t(show ? 'inbox.tonight' : 'inbox.today')
  if (day === dayOf(now - 86_400_000)) return t(show ? 'inbox.last-night' : 'inbox.yesterday')
  return shortDate(day)
}
