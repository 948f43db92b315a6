import { parseSettings, publicUrl, settingFields } from '@called-it/infra/config/settings'
import type { Database } from '@called-it/infra/postgres/client'
import { findDemoShow } from '@called-it/infra/postgres/queries/catalogue/demo'
import { findActiveRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { subjectOf } from '@called-it/infra/postgres/queries/work/run-orders'
import { explain } from './import.ts'
import { withImportTools } from './import-tools.ts'
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
  const showId = await publishToGateways((publisher) =>
    withImportTools(
      undefined,
      async ({ db, runner }) => {
        await announceWait(db, seconds)
        const announced = begun.promise.then(() => announce(db, line.clear))
        const { showId } = await runner.run('play-demo-show', { seconds })
        begun.resolve()
        await announced
        await runner.run('score-show', { showId, fetchSetlist: false })
        return showId
      },
      { onProgress, publisher },
    ),
  )
    .catch(explain)
    .finally(line.clear)
  console.log(`The demo show is over and scored: ${addressOf(showId)}`)
}

async function announceWait(db: Database, seconds: number): Promise<void> {
  if ((await findActiveRun(db, subjectOf('play-demo-show', { seconds }))) === null) return
  console.log('Another demo show is playing. This one begins when it is over.')
}

async function announce(db: Database, clearLine: () => void): Promise<void> {
  const showId = await findDemoShow(db)
  if (showId === null) return
  clearLine()
  console.log(`The demo show plays now: ${addressOf(showId)}`)
}

function addressOf(showId: number): string {
  const { PUBLIC_URL, HOST, PORT } = settingFields
  return `${publicUrl(parseSettings({ PUBLIC_URL, HOST, PORT }, process.env))}/shows/${showId}`
}
