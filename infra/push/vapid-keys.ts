import webPush from 'web-push'
import type { Database } from '../postgres/client.ts'
import { type Fact, findFact, insertFact } from '../postgres/queries/work/installation-facts.ts'

export type VapidKeys = Fact<'vapid-keys'>

/** By which push services recognise this installation. Made at the first use, the same for all processes. */
export async function readVapidKeys(db: Database): Promise<VapidKeys> {
  return (
    (await findFact(db, 'vapid-keys')) ?? (await insertFact(db, 'vapid-keys', webPush.generateVAPIDKeys()))
  )
}
