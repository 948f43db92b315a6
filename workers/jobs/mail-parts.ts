import type { Mailer } from '@called-it/infra/mail/mail'
import type { Letterhead } from '@called-it/infra/mail/templates/letter'
import type { Database } from '@called-it/infra/postgres/client'

/** What the jobs that mail work with. */
export type MailParts = {
  db: Database
  mailer: Mailer
  /** The band profile. */
  letterhead: Letterhead
  /** Where fans reach the site, without a slash at its end: the base of every link. */
  publicUrl: string
}
