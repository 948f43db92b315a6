/** A mail as a template writes it: the same words as text and as HTML. */
export type MailContent = {
  /** What kind of mail it is; part of its file's name where mails are kept in files. */
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Mail = MailContent & {
  readonly to: { readonly name: string; readonly address: string }
}

/** Sends mails, or keeps them where there is nobody to send them. */
export type Mailer = {
  /**
   * Resolves when the server has taken the mail, or its file is whole.
   *
   * @throws MailError when it has not; whether a mail that broke off arrived is then unknown
   */
  send(mail: Mail): Promise<void>
  /** Lets connections go. A mail that is being sent is finished first. */
  close(): void
}

/**
 * A mail was not sent. The message names what the server or the disk answered by its code, and never holds
 * an address, a token or a password.
 */
export class MailError extends Error {
  override readonly name = 'MailError'
}
