import type { Database } from '@called-it/infra/postgres/client'
import {
  getNotificationTimes,
  listChoices,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import { countPushSubscriptions } from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { readPushKey } from '@called-it/infra/push/vapid-keys'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import type { NotificationSettings } from '@called-it/shared/contract/notification-settings'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { type Channel, isOnByDefault } from '@called-it/shared/notifications/channels'
import { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'

export async function readSettings(
  db: Database,
  keys: SettingsKeys,
  userId: number,
): Promise<NotificationSettings> {
  const isOn = await readChoices(db, userId)
  return {
    choices: ANNOUNCEMENT_KINDS.map((kind) => ({
      kind,
      page: isOn(kind, 'page'),
      push: isOn(kind, 'push'),
      mail: isOn(kind, 'mail'),
    })),
    ...(await getNotificationTimes(db, userId)),
    push_key: await readPushKey(db, keys),
    devices: await countPushSubscriptions(db, userId),
  }
}

/** What is on for a user: as chosen, else by default. */
export async function readChoices(
  db: Database,
  userId: number,
): Promise<(kind: AnnouncementKind, channel: Channel) => boolean> {
  const chosen = await listChoices(db, userId)
  return (kind, channel) =>
    chosen.find((choice) => choice.kind === kind && choice.channel === channel)?.isOn ??
    isOnByDefault(kind, channel)
}
