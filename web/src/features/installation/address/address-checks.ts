import { t } from '../../../lib/words/texts.ts'
import { NGINX_LINES } from './nginx-lines.ts'
import type { Attempt } from './try-address.ts'

export type AddressCheck = {
  isRight: boolean
  text: string
  /** Of nginx, that may be missing. */
  lines?: string
  /** For TRUST_PROXY. */
  proposal?: string
}

type Here = Pick<Location, 'origin' | 'protocol' | 'hostname'>

/** What an attempt has shown, and what to do. */
export function checkAddress(attempt: Attempt, here: Here): AddressCheck[] {
  return [
    checkOrigin(attempt, here),
    checkHost(attempt, here),
    checkEncryption(attempt),
    checkProxies(attempt, here),
    checkSocket(attempt),
    checkCookie(attempt, here),
  ]
}

function checkOrigin({ origin }: Attempt, here: Here): AddressCheck {
  return origin === here.origin
    ? { isRight: true, text: t('mailset.here', { origin }) }
    : { isRight: false, text: t('mailset.elsewhere', { here: here.origin, origin }) }
}

function checkHost({ host }: Attempt, here: Here): AddressCheck {
  const isRight = URL.parse(`http://${host}`)?.hostname === here.hostname
  if (isRight) return { isRight, text: t('mailset.host') }
  const text = t('mailset.other-host', { host, here: here.hostname })
  return { isRight, text, lines: NGINX_LINES.host }
}

function checkEncryption({ origin, is_https, forwarded_proto }: Attempt): AddressCheck {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'http:') {
    return hostname === 'localhost' || hostname === '127.0.0.1'
      ? { isRight: true, text: t('mailset.local') }
      : { isRight: false, text: t('mailset.readable') }
  }
  if (is_https) return { isRight: true, text: t('mailset.encrypted') }
  if (forwarded_proto === 'https') return { isRight: false, text: t('mailset.distrusted') }
  return { isRight: false, text: t('mailset.no-https'), lines: NGINX_LINES.https }
}

function checkProxies({ client, proxies, is_trust_right }: Attempt, here: Here): AddressCheck {
  // Something has ended TLS, and does not say for whom.
  if (proxies === 0 && here.protocol === 'https:') {
    return { isRight: false, text: t('mailset.no-client'), lines: NGINX_LINES.client }
  }
  return is_trust_right
    ? { isRight: true, text: t('mailset.client', { client, proxies }) }
    : { isRight: false, text: t('mailset.proxies', { proxies }), proposal: String(proxies) }
}

function checkSocket({ socket }: Attempt): AddressCheck {
  const isRight = socket === 'websocket'
  return { isRight, text: t('mailset.socket', { socket }), ...(!isRight && { lines: NGINX_LINES.socket }) }
}

function checkCookie({ origin, is_cookie_returned: isRight }: Attempt, here: Here): AddressCheck {
  const kind = isRight
    ? 'right'
    : origin.startsWith('https:') && here.protocol === 'http:'
      ? 'plain'
      : 'blocked'
  return { isRight, text: t('mailset.cookie', { kind }) }
}
