/** Pushes and mails to local servers, with a worker that is killed once: `npm run bench:sending`. */
import { createECDH, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { CERT_FILE } from '../fixtures/loopback-certificate.ts'
import { notifyAll, remindOfNewShow } from '../support/factories/notifications.ts'
import { readOptions } from './options.ts'
import { startMailReceiver, startPushReceivers, startSilentReceiver, type Taken } from './receivers.ts'
import { openReport } from './report.ts'
import { progress } from './runner.ts'
import { withSystem } from './system.ts'

/** Of the goals. What a smaller run lacks is added at its rate, since the kill takes the same time in all. */
const PUSHES = 100_000
const MAILS = 10_000

const options = readOptions(
  {
    pushes: { full: PUSHES, small: 10_000, help: 'devices; 1 % are at hosts that are silent' },
    mails: { full: MAILS, small: 1_000, help: 'addresses; a tenth get a reminder' },
  },
  { rounds: 1 },
)

const SILENT_HOSTS = 5
const SILENT_DEVICES = 200
const POLL_MS = 20

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000

await withSystem(async (system) => {
  const { db, pool } = system
  const receivers = await startPushReceivers(6)
  const silent = await startSilentReceiver(SILENT_DEVICES)
  const mails = await startMailReceiver()
  const env = {
    NODE_ENV: 'test',
    OUTBOUND_ALLOW: [...receivers.hosts, ...silent].join(),
    NODE_EXTRA_CA_CERTS: CERT_FILE,
    SMTP_URL: mails.url,
  }
  const report = openReport('sending', { ...options, rounds: 1 }, system.versions)
  let worker = await system.startWorker(env)

  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')

  async function insertUsers(count: number): Promise<void> {
    await pool.query('TRUNCATE users, announcements, notifications, messages, shows CASCADE')
    await pool.query(
      `INSERT INTO users (email, display_name, sort_name, password_hash, email_verified_at)
       SELECT 'fan-' || n || '@example.test', 'Fan ' || n, 'fan ' || n, '', now() FROM generate_series(1, $1::integer) AS n`,
      [count],
    )
  }

  /** One of each user, in turn at these hosts. */
  async function insertDevices(hosts: readonly string[], where = 'true'): Promise<void> {
    await pool.query(
      `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth)
       SELECT id, 'https://' || ($1::text[])[1 + id % cardinality($1)] || '/' || id, $2, $3 FROM users WHERE ${where}`,
      [hosts, p256dh, auth],
    )
  }

  const announce = () => notifyAll(db)

  async function remind(where: string): Promise<number> {
    const { rows } = await pool.query<{ id: number }>(`SELECT id FROM users WHERE ${where}`)
    const userIds = rows.map(({ id }) => id)
    // So near that the worker itself reminds nobody.
    await remindOfNewShow(db, userIds, new Date(Date.now() + 4_800_000))
    return rows.length
  }

  async function until(isReached: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isReached())) await wait(POLL_MS)
  }

  const countRows = async (where: string) => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM messages WHERE ${where}`,
    )
    return rows[0]?.count ?? 0
  }
  const doubled = (taken: Taken) => [...taken.values()].reduce((sum, times) => sum + times - 1, 0)

  /** @returns how many a second were taken before */
  async function killAt(half: number, taken: Taken): Promise<number> {
    await until(() => taken.size >= half / 5)
    const [first, startedAt] = [taken.size, performance.now()]
    await until(() => taken.size >= half)
    const rate = (taken.size - first) / secondsSince(startedAt)
    await worker.stop('SIGKILL')
    progress(`killed a worker that sent ${Math.round(rate)} a second`)
    worker = await system.startWorker(env)
    return rate
  }

  /** With a worker killed in the middle. */
  async function measurePushes(count: number): Promise<void> {
    progress(`${count} pushes`)
    await insertUsers(count)
    await insertDevices(silent.slice(0, SILENT_HOSTS), 'id % 100 = 0')
    await insertDevices(receivers.hosts, 'id % 100 > 0')
    await pool.query('VACUUM ANALYZE')
    const { rows } = await pool.query<{ good: number }>(
      'SELECT count(*)::integer AS good FROM push_subscriptions WHERE user_id % 100 > 0',
    )
    const good = rows[0]?.good ?? 0
    const startedAt = performance.now()
    await announce()
    const rate = await killAt(good / 2, receivers.taken)
    await until(() => receivers.taken.size >= good)
    const seconds = secondsSince(startedAt)
    report.metric('pushes, with a worker killed', 's', [seconds])
    report.metric('the same for 100,000', 's', [seconds + (PUSHES - count) / rate], 'C1')
    await until(async () => (await countRows(`host = ANY('{${receivers.hosts}}') AND done_at IS NULL`)) === 0)
    // Their use is over.
    await pool.query('UPDATE messages SET expires_at = now() WHERE done_at IS NULL')
    await until(async () => (await countRows('done_at IS NULL')) === 0)
    report.metric('pushes sent twice', '', [doubled(receivers.taken)], 'C1-doubled')
    report.metric('pushes to silent hosts that ended as failed, or were not tried', '', [
      await countRows(`outcome IN ('failed', 'expired')`),
    ])
    report.check('no push is lost', receivers.taken.size === good)
    report.check(
      'all pushes to silent hosts are counted',
      (await countRows(`outcome IN ('failed', 'expired')`)) === count - good,
    )
  }

  async function measureMails(count: number): Promise<void> {
    progress(`${count} mails`)
    await insertUsers(count)
    await pool.query(`
      INSERT INTO notification_choices (user_id, kind, channel, is_on)
      SELECT id, kind, 'mail', true FROM users, unnest('{admin-notice,pick-reminder}'::text[]) AS kind`)
    await pool.query('VACUUM ANALYZE')
    const startedAt = performance.now()
    await announce()
    const reminders = await remind('id % 10 = 0')
    const rate = await killAt(count / 2, mails.news)
    await until(() => mails.news.size >= count)
    const seconds = secondsSince(startedAt)
    report.metric('mails, with a worker killed', 's', [seconds])
    report.metric('the same for 10,000', 's', [seconds + (MAILS - count) / rate], 'C2')
    report.metric('mails sent twice', '', [doubled(mails.news)], 'C2-doubled')
    report.metric('reminders mailed twice', '', [doubled(mails.reminders)])
    report.check('no mail is lost', mails.news.size === count)
    report.check('no reminder is mailed twice', doubled(mails.reminders) === 0)
    report.check('all reminders are mailed', mails.reminders.size === reminders)
  }

  /** A fan whose host has responded before, while the devices of all others are at silent hosts. */
  async function measureReminder(): Promise<void> {
    progress('a reminder beside silent devices')
    await insertUsers(SILENT_DEVICES + 1)
    const { rows } = await pool.query<{ id: number }>('SELECT max(id) AS id FROM users')
    const fan = rows[0]?.id ?? 0
    await insertDevices(receivers.hosts.slice(0, 1), `id = ${fan}`)
    receivers.taken.clear()
    await announce()
    await until(() => receivers.taken.size > 0)
    await insertDevices(silent, `id <> ${fan}`)
    await announce()
    await until(async () => (await countRows('claimed_by IS NOT NULL')) > 0)
    receivers.taken.clear()
    const startedAt = performance.now()
    await remind(`id = ${fan}`)
    await until(() => (receivers.taken.get(`/${fan}`) ?? 0) > 0)
    report.metric('a reminder beside 200 silent devices', 's', [secondsSince(startedAt)], 'C3')
  }

  await measurePushes(options.size('pushes'))
  await measureMails(options.size('mails'))
  await measureReminder()
  report.finish()
})
process.exit()
