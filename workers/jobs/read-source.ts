import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { RunFailedError } from '../runs/run-context.ts'

/**
 * Asks the data site. What it fails with ends the run with the site's own message: the admin who waits for
 * the run learns of it at once and decides when to ask again.
 */
export async function readSource<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SetlistSourceError)) throw error
    throw new RunFailedError('source_failed', error.message, { cause: error })
  }
}
