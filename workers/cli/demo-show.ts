import { publicUrl } from '@called-it/infra/config/derived-settings'
import { parseSettings, pickSettings } from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import { findDemoShow } from '@called-it/infra/postgres/queries/catalogue/demo'
import { findActiveRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { explain } from './import.ts'
import { readCurrentEnv, withImportTools } from './import-tools.ts'
import { publishToGateways } from './live.ts'
import { openProgressLine } from './progress-line.ts'

/** Plays a show of the demo band on the pages that are open, and scores it. */
export async function playDemoShow({ seconds }: { seconds: number }): Promise<void> {
  const line = openProgressLine()
  const begun = Promise.withResolvers<void>()
  const onProgress = (done: number, total: number | null) => {
    begun.resolve()
    line.show(`${done} of ${total ?? '?'}`)
  }
  const address = await publishToGateways((publisher) =>
    withImportTools(
      undefined,
      async ({ db, runner }) => {
        await announceWait(db, seconds)
        const announced = begun.promise.then(() => announce(db, line.clear))
        const { showId } = await runner.run('play-demo-show', { seconds })
        begun.resolve()
        await announced
        await runner.run('score-show', { showId, fetchSetlist: false })
        return addressOf(db, showId)
      },
      { onProgress, publisher },
    ),
  )
    .catch(explain)
    .finally(line.clear)
  console.log(`The demo show is over and scored: ${address}`)
}

async function announceWait(db: Database, seconds: number): Promise<void> {
  if ((await findActiveRun(db, subjectOf('play-demo-show', { seconds }))) === null) return
  console.log('Another demo show is playing. This one begins when it is over.')
}

async function announce(db: Database, clearLine: () => void): Promise<void> {
  const showId = await findDemoShow(db)
  if (showId === null) return
  clearLine()
  console.log(`The demo show plays now: ${await addressOf(db, showId)}`)
}

async function addressOf(db: Database, showId: number): Promise<string> {
  const settings = parseSettings(pickSettings('PUBLIC_URL', 'HOST', 'PORT'), await readCurrentEnv(db))
  return `${publicUrl(settings)}/shows/${showId}`
}
