import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { consumeLink, type LoginLink } from '@called-it/infra/postgres/queries/accounts/login-links'
import { findPasswordHash, findUserById } from '@called-it/infra/postgres/queries/accounts/users'
import type { LinkLogin, loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { originOf } from '../../../auth/actor.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import type { GatewayConfig } from '../../../config.ts'
import { ApiError } from '../../../http/errors.ts'
import type { EndpointRequest } from '../../../http/handler.ts'
import { checkRegistration } from '../../../resources/registration-gate.ts'
import { beginSession } from '../begin-session.ts'
import { enterByAddress } from '../enter-by-address.ts'
import { presentCurrentUser } from '../present-current-user.ts'

export type LinkParts = {
  db: Database
  publisher: EventPublisher
  limits: RateLimits
  config: Pick<GatewayConfig, 'leagues' | 'registration' | 'sessionSecret'>
}

type LinkRequest = Pick<
  EndpointRequest<typeof loginLinkEndpoints.logInByLink>,
  'body' | 'session' | 'address' | 'requestId'
>

/**
 * Uses a link up and logs in the browser of the request. The password hash is read while the user's row is held, so that
 * the login fails where a change of the password overtakes it.
 *
 * @throws ApiError `gone` where the link was used or has expired meanwhile; what {@link enterByAddress} throws, which
 *   leaves it usable
 */
export async function logInWith(
  parts: LinkParts,
  request: LinkRequest,
  link: LoginLink,
  gone: 'link_gone' | 'wrong_code',
): Promise<LinkLogin> {
  const { db, publisher, limits, config } = parts
  const { email, invitation, language, showId } = link
  const displayName = request.body.display_name ?? link.displayName
  const { user, passwordHash } = await changeAndPublish(db, publisher, async (trx, changed) => {
    const entry = {
      leagueLimits: config.leagues,
      origin: originOf(request),
      checkRegistration: () =>
        checkRegistration({ db: trx, limits, config }, { invitation, address: request.address }),
    }
    const userId = await enterByAddress(trx, changed, entry, { email, displayName, invitation, language })
    if (!(await consumeLink(trx, link.id))) throw new ApiError(gone)
    return {
      user: await findUserById(trx, userId),
      passwordHash: await findPasswordHash(trx, userId),
    }
  })
  if (user === null) throw new ApiError(gone)
  const known = await beginSession(parts, request, user, { by: 'link', passwordHash })
  return { user: presentCurrentUser(known), ...(showId !== null && { showId }) }
}
