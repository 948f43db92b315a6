import { adminEndpoints } from '@called-it/shared/contract/admin'
import { requestRun } from '../../lib/api.ts'
import { useRunRequest } from '../../lib/use-run-request.ts'

export function useUpdateNotebook(songwriter: string) {
  return useRunRequest(
    adminEndpoints.updateNotebook,
    () => requestRun(adminEndpoints.updateNotebook, { params: { notebook: `${songwriter}-notebook` } }),
    {
      done: ({ message }) => ({ title: 'Update Successful', description: message }),
      failed: { title: 'Update Failed', fallback: "Failed to update the songwriter's notebook songs" },
    },
  )
}

export function useImportCatalogue() {
  return useRunRequest(adminEndpoints.importCatalogue, () => requestRun(adminEndpoints.importCatalogue), {
    done: ({ message }) => ({ title: 'Import Successful', description: message }),
    failed: { title: 'Import Failed', fallback: 'Failed to import the catalogue' },
  })
}

export function useResetScores() {
  return useRunRequest(adminEndpoints.resetScores, () => requestRun(adminEndpoints.resetScores), {
    done: ({ message }) => ({ title: 'Reset Successful', description: message }),
    failed: { title: 'Reset Failed', fallback: 'Failed to reset prediction scores' },
  })
}
