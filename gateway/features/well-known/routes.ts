import { LANGUAGES } from '@called-it/languages/texts'
import { OTHER_PAGES } from '@called-it/shared/contract/page-paths'
import type { Express, RequestHandler } from 'express'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import type { GatewayParts } from '../../parts.ts'

const SECURITY_PATH = '/.well-known/security.txt'
/** Less than the year that RFC 9116 advises. */
const VALID_DAYS = 180

/** Serves what programs look for at fixed addresses: where to report a problem, and where to change a password. */
export function mountWellKnown(app: Express, { config }: Pick<GatewayParts, 'config'>): void {
  const nameRoute: RequestHandler = (request, _response, next) => {
    requestFacts(request).route = 'well-known'
    next()
  }
  app.get(SECURITY_PATH, nameRoute, (_request, response) => {
    const { publicUrl, securityContact } = config
    if (securityContact === null) throw new ApiError('not_found')
    const expires = new Date()
    expires.setUTCHours(24 * VALID_DAYS, 0, 0, 0)
    const fields = {
      Contact: securityContact,
      Expires: expires.toISOString(),
      'Preferred-Languages': LANGUAGES.join(', '),
      Canonical: publicUrl + SECURITY_PATH,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
    response.type('text/plain').send(lines.join(''))
  })
  app.get('/.well-known/change-password', nameRoute, (_request, response) => {
    response.redirect(302, `${OTHER_PAGES.profile}?tab=security`)
  })
}
