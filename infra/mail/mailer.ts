import type { Mailer } from './mail.ts'
import { openMailFolder } from './mail-folder.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

export type MailerOptions = {
  /** Where mails are handed in, `smtp://` or `smtps://`; null keeps them as files. */
  readonly smtpUrl: string | null
  /** The folder of this installation's data; mails are kept in `mail` below it. */
  readonly dataDir: string
  /** The sender, as in `Called It <no-reply@example.org>`. */
  readonly from: string
}

/** Opens the way out for mails: an SMTP server where one is named, a folder of `.eml` files where none is. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === null
    ? openMailFolder(options.dataDir, options.from)
    : openSmtpMailer(options.smtpUrl, options.from)
}
