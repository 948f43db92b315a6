import type { PeerCertificate, TLSSocket } from 'node:tls'
import type { WrongCertificate } from '@called-it/shared/contract/mail-settings'

const PROBLEMS: Readonly<Record<string, WrongCertificate['problem']>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'name',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'early',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'issuer',
}

/** What is wrong with the certificate that the server has shown; null if it is trusted. */
export function findWrongCertificate(socket: TLSSocket): WrongCertificate | null {
  if (socket.authorized) return null
  const certificate = socket.getPeerCertificate()
  return {
    problem: PROBLEMS[String(socket.authorizationError)] ?? 'other',
    names: namesOf(certificate),
    issuer: text(certificate.issuer.O) ?? text(certificate.issuer.CN) ?? '',
    valid_from: new Date(certificate.valid_from).toISOString(),
    valid_to: new Date(certificate.valid_to).toISOString(),
  }
}

function namesOf({ subject, subjectaltname }: PeerCertificate): string[] {
  const alternatives = subjectaltname?.split(', ').map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
  return alternatives ?? [text(subject.CN) ?? ''].filter((name) => name !== '')
}

/** A certificate may have a field several times. */
function text(field: string | string[] | undefined): string | undefined {
  return Array.isArray(field) ? field[0] : field
}
