/** `starttls`: the mail is not sent where the server does not offer it. */
export const ENCRYPTIONS = ['starttls', 'tls', 'none'] as const
export type Encryption = (typeof ENCRYPTIONS)[number]

export type SmtpFields = {
  host: string
  /** Digits. */
  port: string
  encryption: Encryption
  user: string
  password: string
}

export const NO_SMTP: SmtpFields = { host: '', port: '587', encryption: 'starttls', user: '', password: '' }

export const USUAL_PORTS: Readonly<Record<Encryption, string>> = { starttls: '587', tls: '465', none: '25' }

const PARAMETERS: Readonly<Record<Encryption, string>> = {
  starttls: '?requireTLS=true',
  tls: '',
  none: '?ignoreTLS=true',
}

/** As the setting SMTP_URL. */
export function writeSmtpUrl({ host, port, encryption, user, password }: SmtpFields): string {
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp'
  const login = user || password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  const server = host.trim().replace(/[@/?#%\s]/g, encodeURIComponent)
  return `${scheme}://${login}${server}:${port}${PARAMETERS[encryption]}`
}

/** What {@link writeSmtpUrl} has written, finished or not. */
export function readSmtpUrl(url: string): SmtpFields {
  const [, scheme, user = '', password = '', host = '', port = '', parameters] =
    /^(smtps?):\/\/(?:([^:@]*):([^@]*)@)?(.*):(\d*)(\?.*)?$/.exec(url) ?? []
  const encryption = ENCRYPTIONS.find((one) => PARAMETERS[one] === (parameters ?? ''))
  return {
    host: decodeURIComponent(host),
    port,
    encryption: scheme === 'smtps' ? 'tls' : (encryption ?? 'starttls'),
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
  }
}
