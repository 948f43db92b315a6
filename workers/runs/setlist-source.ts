import type { Database } from '@called-it/infra/postgres/client'
import { takePermit } from '@called-it/infra/postgres/queries/catalogue/source-permits'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { insertFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { createSetlistSource, type SetlistSourceSetting } from '@called-it/infra/setlist-sources/catalogue'
import type { SetlistSource, SourceDay } from '@called-it/infra/setlist-sources/source'
import { utcDate } from '@called-it/shared/game/calendar'

/**
 * Opens the source that the setting names. Its rate limit and clock are the database's, and a demo that is
 * opened for the first time starts today.
 *
 * @param today the current UTC day, by the database's clock unless given
 */
export function openSetlistSource(
  db: Database,
  setting: SetlistSourceSetting,
  today: () => Promise<SourceDay> = async () => utcDate(await getDatabaseTime(db)),
): SetlistSource {
  return createSetlistSource(setting, {
    permit: async () => {
      await takePermit(db, setting.name)
    },
    today,
    demoAnchor: async () => insertFact(db, 'demo-anchor', await today()),
  })
}
