import { SetlistSourceError } from '@called-it/infra/setlist-sources/source'
import { RunFailedError } from '../runs/run-context.ts'

/** Fails the run with the source's message instead of retrying, so that the waiting admin sees it at once. */
export async function readSource<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SetlistSourceError)) throw error
    throw new RunFailedError('source_failed', error.message, { cause: error })
  }
}
