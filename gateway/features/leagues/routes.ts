import { updateLeagueMember } from '@called-it/infra/postgres/queries/leagues/league-members'
import { announceDeletion } from '@called-it/infra/postgres/queries/leagues/league-news'
import {
  getInvitation,
  listLeagues,
  markLeagueDeleted,
  renewInvitation,
  updateLeague,
} from '@called-it/infra/postgres/queries/leagues/leagues'
import type { leagueEndpoints } from '@called-it/shared/contract/leagues'
import { compareNames } from '@called-it/shared/game/standings'
import type { RateLimits } from '../../auth/rate-limits.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { acceptInvitation, readInvitation } from './invitations.ts'
import { changeRole, leave, removeMember } from './members.ts'
import {
  changeAndRead,
  changeLeague,
  checkFields,
  createLeague,
  getLeagueOf,
  MANAGERS,
  restoreLeague,
} from './service.ts'
import { readLeagueCards, readLeagueMovement, readLeaguePage, readLeaguePicked } from './tables.ts'

type RoutesParts = Pick<GatewayParts, 'postgres' | 'publisher' | 'config'> & { limits: RateLimits }

export function leagueRoutes({
  postgres: { db },
  publisher,
  config,
  limits: rateLimits,
}: RoutesParts): Pick<Handlers, keyof typeof leagueEndpoints> {
  const parts = {
    db,
    publisher,
    rateLimits,
    get limits() {
      return config.leagues
    },
  }
  const countChange = ({ user, address }: { user: { id: number }; address: string }) =>
    rateLimits.count('change-league', { account: user.id, address })
  const memberOf = ({ params, user }: { params: { leagueId: number }; user: { id: number } }) => ({
    leagueId: params.leagueId,
    userId: user.id,
  })
  return {
    async listLeagues({ user }) {
      const leagues = await listLeagues(db, user.id)
      return { leagues: leagues.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id) }
    },
    async createLeague({ user, body, address }) {
      await rateLimits.count('create-league', { account: user.id, address })
      return createLeague(parts, user.id, body)
    },
    getLeague: (request) => readLeaguePage(db, memberOf(request), request.query),
    getLeagueMovement: (request) => readLeagueMovement(db, memberOf(request)),
    countLeaguePicks: (request) => readLeaguePicked(db, memberOf(request), request.params.showId),
    listLeagueCards: (request) => readLeagueCards(db, memberOf(request), request.params.showId),
    async changeLeague(request) {
      await countChange(request)
      return changeAndRead(parts, { ...memberOf(request), roles: MANAGERS }, async (trx, league) => {
        await checkFields(trx, request.body, league)
        await updateLeague(trx, league.id, request.body)
      })
    },
    async deleteLeague(request) {
      await countChange(request)
      const member = memberOf(request)
      const read = await changeAndRead(parts, { ...member, roles: ['owner'] }, async (trx, { id }) => {
        await markLeagueDeleted(trx, id, true)
        await announceDeletion(trx, id)
      })
      await publisher.publish('league:left', { leagueId: member.leagueId, userIds: null })
      return read
    },
    async restoreLeague(request) {
      await countChange(request)
      return restoreLeague(parts, memberOf(request))
    },
    async leaveLeague(request) {
      await countChange(request)
      return leave(parts, memberOf(request))
    },
    async removeLeagueMember(request) {
      await countChange(request)
      return removeMember(parts, { ...memberOf(request), memberId: request.params.userId })
    },
    async setLeagueRole(request) {
      await countChange(request)
      return changeRole(parts, { ...memberOf(request), memberId: request.params.userId }, request.body.role)
    },
    async setLeaguePresence(request) {
      await countChange(request)
      return changeAndRead(parts, memberOf(request), (trx, { id }) =>
        updateLeagueMember(trx, id, request.user.id, request.body),
      )
    },
    async getLeagueInvitation(request) {
      const { id } = await getLeagueOf(db, memberOf(request).leagueId, request.user.id)
      return getInvitation(db, id)
    },
    async renewLeagueInvitation(request) {
      await countChange(request)
      return changeLeague(parts, { ...memberOf(request), roles: MANAGERS }, (trx, { id }) =>
        renewInvitation(trx, id),
      )
    },
    getInvitation: ({ params, user, address }) =>
      readInvitation(parts, { invitation: params.invitation, userId: user?.id ?? null, address }),
    async acceptInvitation(request) {
      await countChange(request)
      const { params, user, address } = request
      return acceptInvitation(parts, { invitation: params.invitation, userId: user.id, address })
    },
  }
}
