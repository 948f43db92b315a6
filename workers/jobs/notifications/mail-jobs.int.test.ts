import { type Mail, MailError } from '@called-it/infra/mail/mail'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import { consumeToken } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { findOpenLink, insertLoginLink } from '@called-it/infra/postgres/queries/accounts/login-links'
import { findRegistrationByToken } from '@called-it/infra/postgres/queries/accounts/registrations'
import { updateEmailVerified, updateLanguage } from '@called-it/infra/postgres/queries/accounts/users'
import { insertSuspension, liftSuspension } from '@called-it/infra/postgres/queries/moderation/moderation'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { JobContext } from '@called-it/infra/queues/worker'
import { makeAdmin, makeRegistration, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createMailJobs, type MailParts } from './mail-jobs.ts'

const letterhead: Letterhead = {
  product: 'Called It',
  band: { name: 'Tinhorn' },
  texts: { footer: ['a fun side project'] },
}

const database = await databaseOfFile()
let sent: Mail[]
let failures: Error[]
let parts: MailParts

beforeEach(() => {
  sent = []
  failures = []
  parts = {
    db: database.db,
    letterhead,
    publicUrl: 'https://picks.example',
    mailer: {
      async send(mail) {
        const failure = failures.shift()
        if (failure) throw failure
        sent.push(mail)
      },
      close() {},
    },
  }
})

type MailJob =
  | 'mail-verification'
  | 'mail-known-address'
  | 'mail-password-reset'
  | 'mail-password-changed'
  | 'mail-key-made'
  | 'mail-passkey-added'
  | 'mail-passkey-removed'
  | 'mail-device-added'
  | 'mail-suspended'

const enqueue = async (job: MailJob, userId: number): Promise<JobContext> => ({
  outboxId: await database.db.transaction().execute((trx) => insertJob(trx, job, { userId })),
  attempt: 1,
})

const isDone = async ({ outboxId }: JobContext) => {
  const row = await database.db
    .selectFrom('outbox')
    .select('done_at')
    .where('id', '=', outboxId)
    .executeTakeFirstOrThrow()
  return row.done_at !== null
}

const tokensOf = (userId: number) =>
  database.db.selectFrom('auth_tokens').selectAll().where('user_id', '=', userId).execute()

const tokenIn = (mail: Mail | undefined) =>
  /https:\/\/picks\.example\/(?:verify-email|reset-password)\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

const consume = (token: string, purpose: 'verify-email' | 'reset-password' = 'verify-email') =>
  database.db.transaction().execute((trx) => consumeToken(trx, purpose, token))

test('sends one working verification link when the job is delivered twice', async () => {
  const user = await makeUser(database.db, { isVerified: false, displayName: 'Juniper' })
  const context = await enqueue('mail-verification', user.id)
  await createMailJobs(parts)['mail-verification']({ userId: user.id }, context)
  await createMailJobs(parts)['mail-verification']({ userId: user.id }, context)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind: 'verification', to: { name: '', address: user.email } })
  expect(JSON.stringify(sent)).not.toContain('Juniper')
  expect(await tokensOf(user.id)).toHaveLength(1)
  expect(await consume(tokenIn(sent[0]))).toEqual({ outcome: 'consumed', userId: user.id })
})

test.each([
  ['mail-verification', 'verify-email'],
  ['mail-password-reset', 'reset-password'],
] as const)('sends %s with a link that works already', async (job, purpose) => {
  const user = await makeUser(database.db, { isVerified: false })
  const mailer = {
    ...parts.mailer,
    send: async (mail: Mail) => void uses.push(await consume(tokenIn(mail), purpose)),
  }
  const uses: unknown[] = []
  await createMailJobs({ ...parts, mailer })[job]({ userId: user.id }, await enqueue(job, user.id))
  expect(uses).toEqual([{ outcome: 'consumed', userId: user.id }])
})

test('leaves an open job when sending fails, and retries with one valid token', async () => {
  const user = await makeUser(database.db, { isVerified: false })
  const context = await enqueue('mail-verification', user.id)
  failures = [new MailError('The mail server did not take the mail (ETIMEDOUT).')]
  await expect(createMailJobs(parts)['mail-verification']({ userId: user.id }, context)).rejects.toThrow(
    'ETIMEDOUT',
  )
  expect(await isDone(context)).toBe(false)

  await createMailJobs(parts)['mail-verification']({ userId: user.id }, context)
  expect(await isDone(context)).toBe(true)
  expect((await tokensOf(user.id)).filter(({ voided_at }) => voided_at === null)).toHaveLength(1)
  expect(await consume(tokenIn(sent[0]))).toMatchObject({ outcome: 'consumed' })
})

test.each([
  ['mail-registration', 'verification', 'verify-email'],
  ['mail-registration-reset', 'password-reset', 'reset-password'],
] as const)('sends one link of a registration for %s', async (job, kind, purpose) => {
  const { db } = database
  const { id: registrationId, email } = await makeRegistration(db, { displayName: 'Juniper' })
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, job, { registrationId }))
  const deliver = () => createMailJobs(parts)[job]({ registrationId }, { outboxId, attempt: 1 })
  await deliver()
  await deliver()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind, to: { name: '', address: email } })
  expect(JSON.stringify(sent)).not.toContain('Juniper')
  const found = await findRegistrationByToken(db, purpose, tokenIn(sent[0]))
  expect(found).toMatchObject({ isOpen: true, registration: { id: registrationId } })
})

const makeLink = async (given: { email: string; language?: string }) => {
  const link = { displayName: 'Juniper', invitation: null, showId: null, language: null, ...given }
  const browser = { token: crypto.randomUUID(), before: null }
  return database.db.transaction().execute(async (trx) => {
    const linkId = await insertLoginLink(trx, link, browser)
    return { linkId, outboxId: await insertJob(trx, 'mail-login-link', { linkId }) }
  })
}

test('sends one link to log in, alike to known and unknown addresses', async () => {
  const { db } = database
  const { email: known } = await makeUser(db)
  for (const email of [known, 'nobody@example.test']) {
    const { linkId, outboxId } = await makeLink({ email })
    const deliver = () => createMailJobs(parts)['mail-login-link']({ linkId }, { outboxId, attempt: 1 })
    await deliver()
    await deliver()
    const token = /https:\/\/picks\.example\/link\/(\S+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? ''
    expect(await findOpenLink(db, token)).toMatchObject({ id: linkId, email })
  }
  expect(sent.map(({ to }) => to)).toEqual([
    { name: '', address: known },
    { name: '', address: 'nobody@example.test' },
  ])
  const [first, second] = sent.map((mail) => mail.text.replace(/link\/\S+/, 'link/'))
  expect(first).toBe(second)
  expect(JSON.stringify(sent)).not.toContain('Juniper')
})

test('mails the link in the language of the user, else of the page', async () => {
  const { db } = database
  const user = await makeUser(db)
  await updateLanguage(db, user.id, 'de')
  for (const email of [user.email, 'nadie@example.test']) {
    const { linkId, outboxId } = await makeLink({ email, language: 'es' })
    await createMailJobs(parts)['mail-login-link']({ linkId }, { outboxId, attempt: 1 })
  }
  expect(sent.map(({ subject }) => subject)).toEqual(['dein Link zu Called It', 'tu enlace a Called It'])
})

test('sends no link that has expired', async () => {
  const { linkId, outboxId } = await makeLink({ email: 'late@example.test' })
  await sql`UPDATE login_links SET created_at = now() - interval '16 minutes' WHERE id = ${linkId}`.execute(
    database.db,
  )
  await createMailJobs(parts)['mail-login-link']({ linkId }, { outboxId, attempt: 1 })
  expect(sent).toEqual([])
})

test('sends nothing for a registration that is gone', async () => {
  const { db } = database
  const { id: registrationId } = await makeRegistration(db)
  const outboxId = await db
    .transaction()
    .execute((trx) => insertJob(trx, 'mail-registration', { registrationId }))
  await db.deleteFrom('registrations').where('id', '=', registrationId).execute()
  await createMailJobs(parts)['mail-registration']({ registrationId }, { outboxId, attempt: 1 })
  expect(sent).toEqual([])
  expect(await isDone({ outboxId, attempt: 1 })).toBe(true)
})

test('says that the address has an account to confirmed addresses only', async () => {
  const user = await makeUser(database.db, { isVerified: false })
  const context = await enqueue('mail-known-address', user.id)
  await createMailJobs(parts)['mail-known-address']({ userId: user.id }, context)
  expect(sent).toEqual([])
  expect(await isDone(context)).toBe(true)
})

test('sends nothing to a verified or deleted account and marks the job done', async () => {
  const verified = await makeUser(database.db, { isVerified: false })
  const jobs = [await enqueue('mail-verification', verified.id)]
  await updateEmailVerified(database.db, verified.id)
  await createMailJobs(parts)['mail-verification']({ userId: verified.id }, jobs[0] ?? expect.fail())

  const gone = await makeUser(database.db, { isVerified: false })
  jobs.push(await enqueue('mail-verification', gone.id), await enqueue('mail-known-address', gone.id))
  await database.db
    .updateTable('users')
    .set({ deleted_at: new Date(), email: null, password_hash: null })
    .where('id', '=', gone.id)
    .execute()
  await createMailJobs(parts)['mail-verification']({ userId: gone.id }, jobs[1] ?? expect.fail())
  await createMailJobs(parts)['mail-known-address']({ userId: gone.id }, jobs[2] ?? expect.fail())

  expect(sent).toEqual([])
  expect(await Promise.all(jobs.map(isDone))).toEqual([true, true, true])
})

test.each([
  ['mail-known-address', ['/login', '/forgot-password']],
  ['mail-password-changed', ['/forgot-password']],
  ['mail-key-made', ['/profile/keys', '/forgot-password']],
  ['mail-passkey-added', ['/profile/access', '/forgot-password']],
  ['mail-passkey-removed', ['/profile/access', '/forgot-password']],
  ['mail-device-added', ['/notifications/settings', '/forgot-password']],
] as const)('sends one mail without a token for %s', async (job, paths) => {
  const user = await makeUser(database.db)
  const context = await enqueue(job, user.id)
  await createMailJobs(parts)[job]({ userId: user.id }, context)
  await createMailJobs(parts)[job]({ userId: user.id }, context)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.to.address).toBe(user.email)
  for (const path of paths) expect(sent[0]?.text).toContain(`https://picks.example${path}`)
  expect(await tokensOf(user.id)).toEqual([])
})

test('mails where a new login was, once', async () => {
  const { id: userId } = await makeUser(database.db)
  const payload = { userId, browser: 'Firefox', system: 'Windows', at: '2026-07-04T21:41:00.000Z' }
  const outboxId = await database.db.transaction().execute((trx) => insertJob(trx, 'mail-new-login', payload))
  for (const attempt of [1, 2]) await createMailJobs(parts)['mail-new-login'](payload, { outboxId, attempt })
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('Firefox on Windows, Jul 4, 9:41 PM UTC.')
  expect(sent[0]?.text).toContain('https://picks.example/profile/access')
})

test('mails an admin which backup failed and why, and nobody who is none any more', async () => {
  const { id: workId } = await database.db
    .insertInto('backup_work')
    .values({ kind: 'write', file: 'a.backup', state: 'failed', error: 'disk_full' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const admin = await makeAdmin(database.db, { displayName: 'Juniper' })
  for (const { id: userId } of [admin, await makeUser(database.db)]) {
    const outboxId = await database.db
      .transaction()
      .execute((trx) => insertJob(trx, 'mail-backup-failed', { userId, workId }))
    await createMailJobs(parts)['mail-backup-failed']({ userId, workId }, { outboxId, attempt: 1 })
  }
  expect(sent).toMatchObject([{ kind: 'backup-failed', to: { address: admin.email } }])
  for (const words of ['a.backup', 'disk is full', 'https://picks.example/admin/backups']) {
    expect(sent[0]?.text).toContain(words)
  }
})

test('mails a suspended user the reason, and nothing once it is lifted', async () => {
  const [user, admin] = [await makeUser(database.db, { displayName: 'Juniper' }), await makeUser(database.db)]
  const send = async () =>
    createMailJobs(parts)['mail-suspended']({ userId: user.id }, await enqueue('mail-suspended', user.id))
  const inTransaction = (work: (trx: Parameters<typeof liftSuspension>[0]) => Promise<unknown>) =>
    database.db.transaction().execute(work)
  await inTransaction((trx) =>
    insertSuspension(trx, { userId: user.id, reason: 'A rude name.', adminId: admin.id }),
  )
  await send()
  await inTransaction((trx) => liftSuspension(trx, user.id))
  await send()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind: 'suspended', to: { name: '', address: user.email } })
  for (const words of ['hi Juniper', 'A rude name.']) expect(sent[0]?.text).toContain(words)
})

test('names nobody in the password link of an unconfirmed address', async () => {
  const user = await makeUser(database.db, { isVerified: false, displayName: 'Juniper' })
  const context = await enqueue('mail-password-reset', user.id)
  await createMailJobs(parts)['mail-password-reset']({ userId: user.id }, context)
  expect(sent).toHaveLength(1)
  expect(JSON.stringify(sent)).not.toContain('Juniper')
})

test('sends one password link, which works for nothing else', async () => {
  const user = await makeUser(database.db, { displayName: 'Juniper' })
  const context = await enqueue('mail-password-reset', user.id)
  await createMailJobs(parts)['mail-password-reset']({ userId: user.id }, context)
  await createMailJobs(parts)['mail-password-reset']({ userId: user.id }, context)
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ kind: 'password-reset', to: { name: 'Juniper', address: user.email } })
  const token = tokenIn(sent[0])
  expect(await consume(token, 'verify-email')).toEqual({ outcome: 'unknown' })
  expect(await consume(token, 'reset-password')).toEqual({ outcome: 'consumed', userId: user.id })
})

test.each([
  [
    'an open show',
    { locks_at: new Date(Date.now() + 3_600_000) },
    'confirm your address: picks for The Mill close',
  ],
  ['a closed show', { locks_at: new Date(Date.now() - 1_000) }, 'confirm your address for Called It'],
  ['a cancelled show', { cancelled_at: new Date() }, 'confirm your address for Called It'],
])('names in the mail of a registration %s', async (_, given, subject) => {
  const { db } = database
  const { id: showId } = await makeShow(db, { venue: 'The Mill', ...given })
  const { id: registrationId } = await makeRegistration(db, { showId })
  const outboxId = await db
    .transaction()
    .execute((trx) => insertJob(trx, 'mail-registration', { registrationId }))
  await createMailJobs(parts)['mail-registration']({ registrationId }, { outboxId, attempt: 1 })
  expect(sent[0]?.subject).toContain(subject)
})
