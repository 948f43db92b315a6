import { MailError, type Mailer } from './mail.ts'
import { toMessage } from './message.ts'

/**
 * A server that hangs must not hold a worker: each step has its time, and so has the whole, because a server
 * that trickles its answers keeps every single step alive.
 */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
  dnsTimeout: 5_000,
}
const WHOLE_MAIL_MS = 30_000

const CONNECTIONS = 3

/** Hands mails to an SMTP server, over a few connections that are kept open. */
export function openSmtpMailer(smtpUrl: string, from: string, timeouts = TIMEOUTS): Mailer {
  const open = async () => {
    // With the first mail: a worker that scores a million predictions has better use for its memory.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      // Replaces a connection that the server dropped while it was idle. Anything else is the outbox's to repeat.
      maxRequeues: 1,
      ...timeouts,
    })
  }
  let transport: ReturnType<typeof open> | null = null
  return {
    async send(mail) {
      try {
        transport ??= open()
        await (await transport).sendMail({
          ...toMessage(mail, from),
          text: mail.text,
          html: mail.html,
          signal: AbortSignal.timeout(WHOLE_MAIL_MS),
        })
      } catch (error) {
        throw new MailError(`The mail server did not take the mail (${codeOf(error)}).`)
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

/** The server's or the connection's code. Its text may repeat the address, so it stays here. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${code}${status}`
}
