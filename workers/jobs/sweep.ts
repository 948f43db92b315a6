import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Logger } from '@called-it/infra/observability/log'
import type { Database } from '@called-it/infra/postgres/client'
import { purgeLeagues } from '@called-it/infra/postgres/queries/leagues/leagues'
import { deleteExpiredNotifications } from '@called-it/infra/postgres/queries/notifications/notifications'
import {
  listEndedRunsHoldingPicks,
  listShowsMissingScores,
  reopenPicks,
} from '@called-it/infra/postgres/queries/standings/score-sets'
import {
  deleteScoreSet,
  deleteScores,
  listOrphanedScoreSets,
} from '@called-it/infra/postgres/queries/standings/scores'
import { reopenStuckRuns } from '@called-it/infra/postgres/queries/work/outbox-maintenance'
import { deleteOldRows } from '@called-it/infra/postgres/queries/work/retention'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import type { JobHandlers } from '@called-it/infra/queues/worker'
import type { SettingsKeys } from '@called-it/infra/secrets/settings-keys'
import { encryptStoredSecrets } from '@called-it/infra/secrets/stored-secrets'
import { topics } from '@called-it/shared/contract/events'
import { performEffect } from '../outbox/effects.ts'

/** Per statement, which takes some tenths of a second. */
const SCORES_AT_ONCE = 20_000

type SweepParts = { db: Database; publisher: EventPublisher; log: Logger; settingsKeys: SettingsKeys }

/** Deletes expired rows and repairs inconsistent ones. Each step can be repeated. */
export function sweep(parts: SweepParts): JobHandlers['sweep'] {
  return async (_payload, context) => {
    await repairRuns(parts)
    await repairShows(parts)
    await encryptSecrets(parts)
    const deleted = {
      scores: await deleteOrphanedScores(parts.db),
      leagues: await purgeLeagues(parts.db),
      notifications: await deleteExpiredNotifications(parts.db),
      ...(await deleteOldRows(parts.db)),
    }
    parts.log.debug(deleted, 'swept')
    await performEffect(parts.db, context, async () => undefined)
  }
}

/** Those that 0.10.0 has stored in clear. */
async function encryptSecrets({ db, log, settingsKeys }: SweepParts): Promise<void> {
  const { unreadable } = await encryptStoredSecrets(db, settingsKeys, { rotates: false })
  if (unreadable > 0) {
    log.error({ unreadable }, 'SETTINGS_KEY does not open all secrets: docs/operations.md, "Settings key"')
  }
}

async function repairRuns({ db, log }: SweepParts): Promise<void> {
  const reopened = await reopenStuckRuns(db)
  if (reopened.length > 0) log.error({ runIds: reopened }, 'runs had no open job')
}

async function repairShows({ db, publisher, log }: SweepParts): Promise<void> {
  for (const runId of await listEndedRunsHoldingPicks(db)) {
    const opened = await changeAndPublish(db, publisher, async (trx, changed) => {
      const showIds = await reopenPicks(trx, runId)
      for (const showId of showIds) changed.add(topics.show(showId))
      return showIds
    })
    log.error({ runId, showIds: opened }, 'an ended run held picks closed')
  }
  for (const showId of await listShowsMissingScores(db)) {
    log.error({ showId }, 'a scored show had no scores')
    await changeAndPublish(db, publisher, async (trx, changed) => {
      await insertRun(trx, { kind: 'score-show', order: { showId, fetchSetlist: false }, orderedBy: null })
      changed.add(topics.runs)
    })
  }
}

async function deleteOrphanedScores(db: Database): Promise<number> {
  let deleted = 0
  for (const scoreSetId of await listOrphanedScoreSets(db)) {
    for (;;) {
      const some = await deleteScores(db, scoreSetId, SCORES_AT_ONCE)
      deleted += some
      if (some === 0) break
    }
    await deleteScoreSet(db, scoreSetId)
  }
  return deleted
}
