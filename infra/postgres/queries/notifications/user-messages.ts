import type { DatabaseTransaction } from '../../client.ts'

export async function deleteNotificationChoices(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('notification_choices').where('user_id', '=', userId).execute()
}

export async function deleteNotificationSettings(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('notification_settings').where('user_id', '=', userId).execute()
}

export async function deletePushSubscriptions(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

export async function deleteMessages(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('messages').where('user_id', '=', userId).execute()
}

export async function deleteReminders(trx: DatabaseTransaction, userId: number): Promise<void> {
  await trx.deleteFrom('reminders').where('user_id', '=', userId).execute()
}
