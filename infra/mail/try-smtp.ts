import { TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import {
  MAIL_TEST_SECONDS,
  type MailStep,
  type MailTest,
  type WrongCertificate,
} from '@called-it/shared/contract/mail-settings'
import { type Mail, type Sender, toMessage } from './mail.ts'
import { loadNodemailer, loadSmtpConnection, type SmtpConnection } from './nodemailer.ts'
import { followSteps, stepOfCommand } from './smtp-steps.ts'
import { findWrongCertificate } from './wrong-certificate.ts'

const LIMIT_MS = MAIL_TEST_SECONDS * 1000
/** nodemailer's own limits come after ours, which is for everything together. */
const NO_LIMITS = {
  connectionTimeout: 10 * LIMIT_MS,
  greetingTimeout: 10 * LIMIT_MS,
  socketTimeout: 10 * LIMIT_MS,
  dnsTimeout: 10 * LIMIT_MS,
  socketCloseTimeout: 0,
}
const MAX_WORDS = 500

class SilentError extends Error {}

class CertificateError extends Error {
  readonly certificate: WrongCertificate

  constructor(certificate: WrongCertificate) {
    super(certificate.problem)
    this.certificate = certificate
  }
}

/** Sends a mail over a connection of its own, and says what the server did with it. Nothing is logged. */
export async function trySmtp(
  smtpUrl: string,
  mail: Mail,
  sender: Sender,
  limitMs = LIMIT_MS,
): Promise<MailTest> {
  const { auth, tls, ...options } = loadNodemailer().createTransport(smtpUrl).options
  const { user = '', pass = '' } = auth ?? {}
  const steps = followSteps()
  const { default: Connection } = loadSmtpConnection()
  const connection = new Connection({
    ...options,
    ...NO_LIMITS,
    // `send` checks the certificate, before the login: nodemailer drops one that is wrong, with its names.
    tls: { ...tls, rejectUnauthorized: false },
    logger: steps.logger,
    transactionLog: true,
  })

  async function send(): Promise<MailTest> {
    await promisify((done: (error?: Error) => void) => connection.connect(done))()
    if (tls?.rejectUnauthorized !== false) checkCertificate(connection)
    if (auth && connection.allowsAuth) {
      const login = { method: options.authMethod, credentials: { user, pass } }
      await promisify((done: (error?: Error | null) => void) => connection.login(login, done))()
    }
    const { envelope, message } = await compose(mail, sender)
    const { response } = await promisify(connection.send.bind(connection))(envelope, message)
    return { outcome: 'accepted', words: wordsOf(response) }
  }

  function describe(error: unknown): MailTest {
    if (error instanceof CertificateError) return { outcome: 'certificate', certificate: error.certificate }
    const current = steps.current(connection)
    if (error instanceof SilentError) return { outcome: 'silent', step: current }
    const { code, command, response } = detailsOf(error)
    const step = stepOfCommand(command)
    if (response) {
      return { outcome: 'refused', step: step ?? steps.lastReplied(), words: wordsOf(response) }
    }
    return { outcome: 'broken', step: step ?? brokenAt(current, code), code }
  }

  const wordsOf = (response: string) => withoutSecrets(response, [`\0${user}\0${pass}`, pass, user])

  const failed = new Promise<never>((_, reject) => connection.on('error', reject))
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new SilentError()), limitMs)
  try {
    return await Promise.race([send(), failed, late.promise])
  } catch (error) {
    return describe(error)
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

function checkCertificate({ secure, _socket: socket }: SmtpConnection): void {
  if (!secure) return
  if (!(socket instanceof TLSSocket)) throw new Error('the connection is secure without TLS')
  const certificate = findWrongCertificate(socket)
  if (certificate) throw new CertificateError(certificate)
}

async function compose(mail: Mail, sender: Sender) {
  const composer = loadNodemailer().createTransport({ streamTransport: true, buffer: true })
  const { envelope, message } = await composer.sendMail({
    ...toMessage(mail, sender),
    text: mail.text,
    html: mail.html,
  })
  return { envelope, message }
}

function detailsOf(error: unknown) {
  const textOf = (field: string) => {
    const value: unknown = error instanceof Error ? Reflect.get(error, field) : null
    return typeof value === 'string' ? value : ''
  }
  const code = textOf('originalCode') || textOf('code') || 'unknown'
  return { code, command: textOf('command'), response: textOf('response') }
}

/** A login without a password is not tried; a connection that was refused has no state of TLS. */
function brokenAt(step: MailStep, code: string): MailStep {
  if (code === 'EAUTH') return 'login'
  const isOfTls = code === 'ECONNRESET' || code === 'EPROTO' || code.startsWith('ERR_')
  return step === 'tls' && !isOfTls ? 'connection' : step
}

/** The first of the secrets contain the others. */
function withoutSecrets(words: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.replaceAll('\0', '') !== '')
    .flatMap((secret) => [Buffer.from(secret).toString('base64'), secret])
    .reduce((text, secret) => text.replaceAll(secret, '•••'), words)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_WORDS)
}
