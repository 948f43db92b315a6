import type { Mail } from '@called-it/infra/mail/mail'
import {
  confirmAddressChange,
  upsertAddressChange,
} from '@called-it/infra/postgres/queries/accounts/address-changes'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import { createAddressMailJobs } from './address-mail-jobs.ts'

const database = await databaseOfFile()
const { db } = database
let sent: Mail[]

beforeEach(() => {
  sent = []
})

const jobs = createAddressMailJobs({
  db,
  letterhead: { product: 'Called It', band: { name: 'Tinhorn' }, texts: { footer: ['a fun side project'] } },
  publicUrl: 'https://picks.example',
  mailer: { send: async (mail) => void sent.push(mail), close() {} },
})
type AddressJob = keyof typeof jobs

/** Delivers a job twice. */
async function deliver(job: AddressJob, userId: number): Promise<void> {
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, job, { userId }))
  for (const attempt of [1, 2]) await jobs[job]({ userId }, { outboxId, attempt })
}

async function makeChange(newEmail: string) {
  const user = await makeUser(db, { displayName: 'Juniper' })
  const emails = { oldEmail: user.email, newEmail }
  await db.transaction().execute((trx) => upsertAddressChange(trx, user.id, emails))
  return user
}

const confirm = (mail: Mail | undefined) => {
  const token = /https:\/\/picks\.example\/change-address\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return db.transaction().execute((trx) => confirmAddressChange(trx, token))
}

test('mails each address one link, and the old one once it has changed', async () => {
  const user = await makeChange('moved@example.test')
  await deliver('mail-address-changed', user.id)
  expect(sent).toEqual([])
  await deliver('mail-address-old', user.id)
  await deliver('mail-address-new', user.id)
  expect(sent.map(({ kind, to }) => [kind, to.name, to.address])).toEqual([
    ['address-old', '', user.email],
    ['address-new', '', 'moved@example.test'],
  ])
  expect(sent[1]?.text).not.toMatch(/Juniper|fan-/)
  expect([await confirm(sent[0]), await confirm(sent[1])]).toEqual([false, true])
  await deliver('mail-address-old', user.id)
  await deliver('mail-address-changed', user.id)
  expect(sent.slice(2).map(({ kind, to }) => [kind, to.address])).toEqual([['address-changed', user.email]])
})

test('mails the owner of a taken address about it, without a link', async () => {
  const owner = await makeUser(db)
  const user = await makeChange(owner.email)
  await deliver('mail-address-new', user.id)
  expect(sent).toMatchObject([{ kind: 'known-address', to: { address: owner.email } }])
  expect(sent[0]?.text).not.toContain('change-address')
})

test('mails nothing for a change that has been dropped', async () => {
  const { id } = await makeUser(db)
  for (const job of ['mail-address-old', 'mail-address-new'] as const) await deliver(job, id)
  expect(sent).toEqual([])
})
