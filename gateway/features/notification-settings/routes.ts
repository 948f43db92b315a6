import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { holdSessionForUpdate } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import {
  findUserOfUnsubscribeToken,
  getNotificationTimes,
  storeChoices,
  storeNotedTimeZone,
  storeNotificationTimes,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import {
  countPushSubscriptions,
  deleteDevice,
  deletePushSubscription,
  listDevices,
  storePushSubscription,
} from '@called-it/infra/postgres/queries/notifications/push-subscriptions'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { isSubscriptionKey } from '@called-it/infra/push/subscription-key'
import { english } from '@called-it/languages/texts'
import {
  MAX_DEVICES,
  type notificationSettingsEndpoints,
} from '@called-it/shared/contract/notification-settings'
import { said } from '@called-it/shared/languages/said'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { KIND_LABELS } from '@called-it/shared/notifications/labels'
import type { RateLimits } from '../../auth/rate-limits.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers, RequestSession } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { checkOutboundAddress } from '../../resources/outbound-address.ts'
import { readChoices, readSettings } from './settings.ts'

export function notificationSettingsRoutes({
  postgres: { db },
  config: { outboundAllow: allow, settingsKeys },
  limits,
}: Pick<GatewayParts, 'postgres' | 'config'> & { limits: RateLimits }): Pick<
  Handlers,
  keyof typeof notificationSettingsEndpoints
> {
  async function change(
    { user, address }: { user: { id: number }; address: string },
    store: (trx: DatabaseTransaction) => Promise<void>,
  ): Promise<void> {
    await limits.count('notification-settings', { account: user.id, address })
    await db.transaction().execute(async (trx) => {
      if (!(await holdUserForUpdate(trx, user.id))) throw new ApiError('not_logged_in')
      await store(trx)
    })
  }

  return {
    getNotificationSettings: ({ user }) => readSettings(db, settingsKeys, user.id),

    async setNotificationChoice(request) {
      const { body, user } = request
      await change(request, (trx) => storeChoices(trx, user.id, 'choices' in body ? body.choices : [body]))
      return readSettings(db, settingsKeys, request.user.id)
    },

    async setNotificationTimes(request) {
      await change(request, (trx) => storeNotificationTimes(trx, request.user.id, request.body))
      return readSettings(db, settingsKeys, request.user.id)
    },

    async noteTimeZone(request) {
      const { time_zone } = request.body
      await change(request, (trx) => storeNotedTimeZone(trx, request.user.id, time_zone))
      const stored = await getNotificationTimes(db, request.user.id)
      return { time_zone: stored.time_zone ?? time_zone }
    },

    async subscribeToPush(request) {
      const { endpoint, keys } = request.body
      if (!isSubscriptionKey(keys.p256dh)) {
        throw new ApiError('invalid', { issues: [{ path: 'keys.p256dh', message: said('field.no-key') }] })
      }
      const { user, address, session } = request
      await limits.count('push-subscription', { account: user.id, address })
      await checkOutboundAddress(endpoint, { allow, path: 'endpoint' })
      const sessionId = session.known?.sessionId ?? ''
      await db.transaction().execute(async (trx) => {
        const deviceKey = await holdSessionForUpdate(trx, { sessionId, userId: user.id })
        if (deviceKey === null) throw new ApiError('not_logged_in')
        const subscription = { endpoint, ...keys, deviceKey, max: MAX_DEVICES }
        const isNew = await storePushSubscription(trx, user.id, subscription)
        if (isNew) await insertJob(trx, 'mail-device-added', { userId: user.id })
      })
      return { devices: await countPushSubscriptions(db, user.id) }
    },

    async removePushSubscription({ user, body }) {
      await deletePushSubscription(db, user.id, body.endpoint)
      return { devices: await countPushSubscriptions(db, user.id) }
    },

    listDevices: ({ user, session }) => readDevices(db, user.id, session),

    async removeDevice({ user, session, params }) {
      await deleteDevice(db, user.id, params.deviceId)
      return readDevices(db, user.id, session)
    },

    getUnsubscription: ({ params }) => readUnsubscription(db, params),
    unsubscribe: ({ params }) => unsubscribe(db, params),
  }
}

async function readDevices(db: Database, userId: number, { known }: RequestSession) {
  const devices = await listDevices(db, userId)
  return {
    devices: devices.map(({ id, endpoint, deviceKey, added_at }) => ({
      id,
      added_at,
      // 0.10.0 also stored addresses that cannot be parsed.
      host: URL.parse(endpoint)?.host ?? '',
      is_this: deviceKey !== null && deviceKey === known?.deviceKey,
    })),
  }
}

/** As the link of a mail names it. */
type Mailed = { token: string; kind: AnnouncementKind }

/** @throws ApiError `unsubscription_not_found` */
async function readUnsubscription(db: Database, mailed: Mailed) {
  const isOn = await readChoices(db, await getUser(db, mailed))
  return { title: english(KIND_LABELS[mailed.kind]), is_on: isOn(mailed.kind, 'mail') }
}

/** @throws ApiError `unsubscription_not_found` */
async function unsubscribe(db: Database, mailed: Mailed) {
  await db.transaction().execute(async (trx) => {
    const userId = await getUser(trx, mailed)
    if (!(await holdUserForUpdate(trx, userId))) throw new ApiError('unsubscription_not_found')
    await storeChoices(trx, userId, [{ kind: mailed.kind, channel: 'mail', is_on: false }])
  })
  return readUnsubscription(db, mailed)
}

async function getUser(db: Database, { token, kind }: Mailed): Promise<number> {
  const userId = await findUserOfUnsubscribeToken(db, token, kind)
  if (userId === null) throw new ApiError('unsubscription_not_found')
  return userId
}
