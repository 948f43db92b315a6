import type { Mailer } from './mail.ts'
import { openMailFolder } from './mail-folder.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

export type MailerOptions = {
  readonly smtpUrl: string | null
  readonly dataDir: string
  /** As in `Called It <no-reply@example.org>`. */
  readonly from: string
}

export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === null
    ? openMailFolder(options.dataDir, options.from)
    : openSmtpMailer(options.smtpUrl, options.from)
}
