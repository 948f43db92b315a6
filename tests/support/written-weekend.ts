import type { Database } from '@called-it/infra/postgres/client'
import type { Channel } from '@called-it/shared/notifications/channels'
import { makeUser } from './factories/accounts.ts'
import { makeShow, makeSong } from './factories/catalogue.ts'
import { makeWishes, type Wishes } from './factories/notifications.ts'
import { makePrediction } from './factories/scores.ts'
import type { PushService } from './push-service.ts'
import { readReminderTable, type WrittenFan, type WrittenShow } from './reminder-table.ts'

export type StoredShow = WrittenShow & { readonly storedId: number; readonly venue: string }
export type StoredFan = WrittenFan & {
  readonly userId: number
  /** With the number of the fan's row. */
  readonly name: string
  /** By which the fan wants reminders. */
  readonly channels: readonly Channel[]
  readonly address: string
  /** The path of its endpoint. */
  readonly device: string
}
type Wanted = { choices: Wishes; channels: Channel[] }

/** Each fan of the table comes once with each of them, with a device. */
const WANTED: readonly Wanted[] = [
  { choices: {}, channels: ['push'] },
  { choices: { mail: true }, channels: ['push', 'mail'] },
  { choices: { push: false, mail: true }, channels: ['mail'] },
  { choices: { push: false }, channels: [] },
]
const ALL_OFF: Wanted = { choices: { page: false, push: false, mail: false }, channels: [] }

/** Stores the shows and fans of the table of reminders. */
export async function makeWrittenWeekend(
  db: Database,
  pushes: PushService,
): Promise<{ shows: StoredShow[]; fans: StoredFan[] }> {
  const table = await readReminderTable()
  const song = await makeSong(db)
  const shows: StoredShow[] = []
  for (const show of table.shows) {
    const { day: showdate, locksAt: locks_at, timeZone: time_zone } = show
    const venue = `Hall ${show.name}`
    const { id: storedId } = await makeShow(db, { venue, showdate, locks_at, time_zone })
    shows.push({ ...show, venue, storedId })
  }
  const fans: StoredFan[] = []
  for (const [index, fan] of table.fans.entries()) {
    for (const wanted of fan.isOn ? WANTED : [ALL_OFF]) {
      const stored = await makeFan(db, pushes, fan, wanted)
      for (const { id, storedId: showId } of shows) {
        if (!fan.picked.has(id)) continue
        await makePrediction(db, { showId, userId: stored.userId, picks: { set1: [song.id] } })
      }
      const { channels } = wanted
      const name = `${index + 1} (${fan.timeZone ?? 'unknown'}, ${channels.join(' and ') || 'off'})`
      fans.push({ ...fan, ...stored, name, channels })
    }
  }
  return { shows, fans }
}

async function makeFan(
  db: Database,
  pushes: PushService,
  { timeZone: time_zone, quietFrom: quiet_from, quietUntil: quiet_until }: WrittenFan,
  { choices }: Wanted,
): Promise<Pick<StoredFan, 'userId' | 'address' | 'device'>> {
  const { id: user_id, email: address } = await makeUser(db)
  const subscription = pushes.subscribe()
  await makeWishes(db, user_id, { kinds: ['pick-reminder'], wishes: choices, devices: [subscription] })
  if (time_zone !== null) {
    await db
      .insertInto('notification_settings')
      .values({ user_id, time_zone, quiet_from, quiet_until })
      .execute()
  }
  return { userId: user_id, address, device: new URL(subscription.endpoint).pathname }
}
