import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  deleteBlockedWord,
  insertBlockedWord,
  listBlockedWords,
  listReported,
  listSuspensions,
} from '@called-it/infra/postgres/queries/moderation/moderation'
import { foldName } from '@called-it/shared/contract/folded-name'
import { REPORTED_PAGE } from '@called-it/shared/contract/moderation'
import { actorOf } from '../../auth/actor.ts'
import type { RateLimits } from '../../auth/rate-limits.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { decideReport, report } from './reports.ts'
import { liftSuspension, suspendUser } from './suspensions.ts'

type ModerationHandlers = Pick<
  Handlers,
  | 'report'
  | 'listReports'
  | 'decideReport'
  | 'listSuspended'
  | 'suspendUser'
  | 'liftSuspension'
  | 'listBlockedWords'
  | 'blockWord'
  | 'unblockWord'
>

export function moderationRoutes({
  postgres: { db },
  publisher,
  limits,
}: Pick<GatewayParts, 'postgres' | 'publisher'> & { limits: RateLimits }): ModerationHandlers {
  const parts = { db, publisher }
  const readReported = async () => ({ reported: await listReported(db, REPORTED_PAGE) })
  const readSuspended = async () => ({ suspended: await listSuspensions(db) })
  const readWords = async () => ({ words: await listBlockedWords(db) })

  return {
    async report({ user, address, body }) {
      await limits.count('report', { account: user.id, address })
      await report(db, user.id, body)
      return { reported: true }
    },

    listReports: readReported,

    async decideReport(request) {
      await decideReport(parts, request.body, actorOf(request))
      return readReported()
    },

    listSuspended: readSuspended,

    async suspendUser(request) {
      const { userId } = request.params
      await suspendUser(parts, { userId, reason: request.body.reason }, actorOf(request))
      return readSuspended()
    },

    async liftSuspension(request) {
      await liftSuspension(parts, request.params.userId, actorOf(request))
      return readSuspended()
    },

    listBlockedWords: readWords,

    async blockWord(request) {
      const word = foldName(request.body.word)
      await db.transaction().execute(async (trx) => {
        if (!(await insertBlockedWord(trx, word, request.user.id))) return
        await insertAuditEntry(trx, { ...actorOf(request), action: 'word:blocked', details: { word } })
      })
      return readWords()
    },

    async unblockWord(request) {
      const { word } = request.params
      await db.transaction().execute(async (trx) => {
        if (!(await deleteBlockedWord(trx, word))) return
        await insertAuditEntry(trx, { ...actorOf(request), action: 'word:unblocked', details: { word } })
      })
      return readWords()
    },
  }
}
