import type { SendMailOptions } from 'nodemailer'

export type MailContent = {
  /** Part of the file name where mails are stored as files. */
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Further ones. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Mail = MailContent & {
  readonly to: { readonly name: string; readonly address: string }
}

export type Sender = {
  /** As in `Called It <no-reply@example.org>`. */
  readonly from: string
  /** Null: answers go to the sender. */
  readonly replyTo: string | null
}

export type Mailer = {
  /** Resolves when the mail was accepted or stored. After a MailError it may still have arrived. */
  send(mail: Mail): Promise<void>
  /** A mail that is being sent is finished first. */
  close(): void
}

/** The message has the error code of the server or the disk, and never an address, a token or a password. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly outcome: MailFailure

  constructor(message: string, outcome: MailFailure = 'unreached') {
    super(message)
    this.outcome = outcome
  }
}

/** `failed`: this mail was refused. `unreached`: the server takes none now. `silent`: it may have taken the mail. */
export type MailFailure = 'failed' | 'unreached' | 'silent'

export function toMessage(mail: Mail, { from, replyTo }: Sender): SendMailOptions {
  return {
    from,
    ...(replyTo !== null && { replyTo }),
    to: mail.to,
    subject: mail.subject,
    // Suppresses out-of-office replies.
    headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
