import { explain } from './import.ts'
import { withImportTools } from './import-tools.ts'
import { publishToGateways } from './live.ts'
import { openProgressLine } from './progress-line.ts'

/** Plays a show of the demo band on the pages that are open, and scores it. */
export async function playDemoShow({ seconds }: { seconds: number }): Promise<void> {
  const line = openProgressLine()
  const onProgress = (done: number, total: number | null) => line.show(`${done} of ${total ?? '?'}`)
  const showId = await publishToGateways((publisher) =>
    withImportTools(
      undefined,
      async ({ runner }) => {
        const played = await runner.run('play-demo-show', { seconds })
        await runner.run('score-show', { showId: played.showId, fetchSetlist: false })
        return played.showId
      },
      { onProgress, publisher },
    ),
  )
    .catch(explain)
    .finally(line.clear)
  console.log(`The demo show is over and scored: /shows/${showId}`)
}
