import { MailError, type Mailer, type MailFailure, type Sender, toMessage } from './mail.ts'
import { loadNodemailer } from './nodemailer.ts'

/**
 * A server that hangs must not block a worker. Each step has a timeout, and so has the mail as a whole, because a server
 * that responds byte by byte stays within the timeout of each step.
 */
const TIMEOUTS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 15_000,
  dnsTimeout: 5_000,
}
const MAIL_TIMEOUT_MS = 30_000

/** Fewer where SMTP_URL says so: `smtp://mail.example?maxConnections=2`. */
const CONNECTIONS = 10

export function openSmtpMailer(smtpUrl: string, sender: Sender, timeouts = TIMEOUTS): Mailer {
  const open = () =>
    loadNodemailer().createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: Number.POSITIVE_INFINITY,
      // Replaces a connection that the server closed while it was idle. The outbox retries everything else.
      maxRequeues: 1,
      ...timeouts,
    })
  let transport: ReturnType<typeof open> | null = null
  return {
    async send(mail) {
      try {
        transport ??= open()
        await transport.sendMail({
          ...toMessage(mail, sender),
          text: mail.text,
          html: mail.html,
          signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
        })
      } catch (error) {
        throw new MailError(`The mail server did not take the mail (${codeOf(error)}).`, outcomeOf(error))
      }
    },
    close: () => transport?.close(),
  }
}

/** Only the code: the server's text may have the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  const status =
    'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${code}${status}`
}

/** The server refuses the mail or its recipient; with 421 it ends the connection instead. */
const REFUSALS = ['EENVELOPE', 'EMESSAGE']

function outcomeOf(error: unknown): MailFailure {
  if (!(error instanceof Error)) return 'silent'
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null
  const code = 'code' in error ? String(error.code) : ''
  if (status !== null) return status !== 421 && REFUSALS.includes(code) ? 'failed' : 'unreached'
  const isConnecting = code === 'EDNS' || ('syscall' in error && error.syscall === 'connect')
  return isConnecting ? 'unreached' : 'silent'
}
