import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { scoringEndpoints } from '@called-it/shared/contract/scoring'
import { requestRun } from '../../lib/api.ts'
import { useRunRequest } from '../../lib/use-run-request.ts'

/** Reads the songs and the songwriter's notebook from the source. */
export function useUpdateNotebookOrder(songwriter: string) {
  return useRunRequest(
    catalogueEndpoints.updateNotebook,
    () => requestRun(catalogueEndpoints.updateNotebook, { params: { notebook: `${songwriter}-notebook` } }),
    {
      done: ({ message }) => ({ title: 'Update Successful', description: message }),
      failed: { title: 'Update Failed', fallback: "Failed to update the songwriter's notebook songs" },
    },
  )
}

/** Reads everything that the source lists: songs, tours and shows. */
export function useImportCatalogueOrder() {
  return useRunRequest(
    catalogueEndpoints.importCatalogue,
    () => requestRun(catalogueEndpoints.importCatalogue),
    {
      done: ({ message }) => ({ title: 'Import Successful', description: message }),
      failed: { title: 'Import Failed', fallback: 'Failed to import the catalogue' },
    },
  )
}

/** Takes the scores of every show away. */
export function useResetScoresOrder() {
  return useRunRequest(scoringEndpoints.resetScores, () => requestRun(scoringEndpoints.resetScores), {
    done: ({ message }) => ({ title: 'Reset Successful', description: message }),
    failed: { title: 'Reset Failed', fallback: 'Failed to reset prediction scores' },
  })
}
