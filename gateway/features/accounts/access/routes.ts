import type { accessEndpoints } from '@called-it/shared/contract/access'
import { actorOf, originOf } from '../../../auth/actor.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { askAddressChange, cancelAddressChange, confirmAddress, readAddressChange } from './address-change.ts'
import { endOtherSessions, endSession, readSessions } from './sessions.ts'

export function accessRoutes({
  postgres: { db },
  publisher,
  limits,
}: Pick<GatewayParts, 'postgres' | 'publisher'> & { limits: RateLimits }): Pick<
  Handlers,
  keyof typeof accessEndpoints
> {
  const parts = { db, publisher }
  return {
    listSessions: ({ user, session }) => readSessions(db, user.id, session.known),

    async endSession(request) {
      const { user, session, params } = request
      await endSession(parts, actorOf(request), session.known, params.key)
      return readSessions(db, user.id, session.known)
    },

    async endOtherSessions(request) {
      await endOtherSessions(parts, actorOf(request), request.session.known)
      return readSessions(db, request.user.id, request.session.known)
    },

    getAddressChange: ({ user }) => readAddressChange(db, user.id),

    async changeAddress(request) {
      const { user, address, body } = request
      await limits.count('change-address', { account: user.id, address })
      await askAddressChange(db, actorOf(request), body.email)
      return readAddressChange(db, user.id)
    },

    async cancelAddressChange(request) {
      await cancelAddressChange(db, actorOf(request))
      return readAddressChange(db, request.user.id)
    },

    confirmAddress: async (request) => ({
      is_changed: await confirmAddress(parts, request.params.token, originOf(request)),
    }),
  }
}
