import type { MailServer } from '@called-it/shared/contract/mail-settings'

/** Those of nodemailer that SMTP_URL may have. With others it would run programs, or log the messages with their tokens. */
export const SMTP_PARAMETERS = [
  'requireTLS',
  'ignoreTLS',
  'opportunisticTLS',
  'tls.rejectUnauthorized',
  'tls.servername',
  'tls.minVersion',
  'name',
  'localAddress',
  'authMethod',
  'maxConnections',
  'maxMessages',
  'rateDelta',
  'rateLimit',
]

export function hasKnownParameters(smtpUrl: string): boolean {
  const given = URL.parse(smtpUrl)?.searchParams.keys() ?? []
  return [...given].every((name) => SMTP_PARAMETERS.includes(name))
}

export function mailServerOf(smtpUrl: string): MailServer {
  const { protocol, hostname, port, searchParams } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const isOn = (name: string) => searchParams.get(name) === 'true'
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    encryption: isTls ? 'tls' : isOn('requireTLS') ? 'starttls' : isOn('ignoreTLS') ? 'none' : 'offered',
  }
}
