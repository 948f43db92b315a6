import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { useRunRequest } from '../../lib/use-run-request.ts'

export function useUpdateNotebook(songwriter: string) {
  return useRunRequest(catalogueEndpoints.updateNotebook, {
    input: { params: { notebook: `${songwriter}-notebook` } },
    done: ({ message }) => ({ title: 'Update Successful', description: message }),
    failed: { title: 'Update Failed', fallback: "Failed to update the songwriter's notebook songs" },
  })
}

export function useImportCatalogue() {
  return useRunRequest(catalogueEndpoints.importCatalogue, {
    input: {},
    done: ({ message }) => ({ title: 'Import Successful', description: message }),
    failed: { title: 'Import Failed', fallback: 'Failed to import the catalogue' },
  })
}

export function useResetScores() {
  return useRunRequest(scoringEndpoints.resetScores, {
    input: {},
    done: ({ message }) => ({ title: 'Reset Successful', description: message }),
    failed: { title: 'Reset Failed', fallback: 'Failed to reset prediction scores' },
  })
}
