import {
  insertUnlessNoted,
  listAuditedActions,
  listNewestAuditEntries,
} from '@called-it/infra/postgres/queries/accounts/audit-log'
import { AUDIT_PAGE, type AuditLogEntry } from '@called-it/shared/contract/audit-log'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

type FoundEntry = Awaited<ReturnType<typeof listNewestAuditEntries>>[number]

export function auditLogRoutes({ db }: GatewayParts['postgres']): Pick<Handlers, 'readAuditLog'> {
  return {
    async readAuditLog(request) {
      const { user: userId, ...filter } = request.query
      const found = await listNewestAuditEntries(db, { userId, ...filter }, AUDIT_PAGE + 1)
      const actions = await listAuditedActions(db)
      const page = found.slice(0, AUDIT_PAGE)
      // It has network addresses.
      await insertUnlessNoted(db, { ...actorOf(request), action: 'audit:read' })
      return {
        entries: page.map(presentEntry),
        actions,
        next: found.length > AUDIT_PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },
  }
}

function presentEntry(entry: FoundEntry) {
  const { id, at, action, subject, address, details } = entry
  return { id, at, actor: actorOfEntry(entry), action, subject, address, details }
}

function actorOfEntry({ actor_id, actor_name, request_id, details }: FoundEntry): AuditLogEntry['actor'] {
  if (actor_id !== null) return { id: actor_id, display_name: actor_name ?? '' }
  if (request_id !== null) return 'visitor'
  return 'by' in details && details.by === 'command line' ? 'command-line' : 'program'
}
