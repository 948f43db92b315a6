import type { Database } from '@called-it/infra/postgres/client'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import {
  findUserOfUnsubscribeToken,
  storeChoices,
} from '@called-it/infra/postgres/queries/notifications/notification-settings'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { KIND_LABELS } from '@called-it/shared/notifications/labels'
import { ApiError } from '../../http/errors.ts'
import { readChoices } from './settings.ts'

/** As the link of a mail names it. */
type Mailed = { token: string; kind: AnnouncementKind }

/** @throws ApiError `unsubscription_not_found` */
export async function readUnsubscription(db: Database, mailed: Mailed) {
  const isOn = await readChoices(db, await getUser(db, mailed))
  return { title: KIND_LABELS[mailed.kind], is_on: isOn(mailed.kind, 'mail') }
}

/** @throws ApiError `unsubscription_not_found` */
export async function unsubscribe(db: Database, mailed: Mailed) {
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
