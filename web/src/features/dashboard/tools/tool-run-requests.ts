import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { demoShowEndpoints } from '@called-it/shared/contract/demo-show'
import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import type { RunKind } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { useRunRequest } from '../../../lib/api/use-run-request.ts'
import { useAskedImport } from '../import/use-asked-import.ts'

/** They wait for each other. */
export const IMPORTS: readonly RunKind[] = ['import-catalogue', 'update-notebook']

export function useUpdateNotebook(songwriter: string) {
  const params = { notebook: `${songwriter}-notebook` }
  return useAskedImport(catalogueEndpoints.updateNotebook, {
    input: { params },
    confirmed: { params, body: { confirm: true } },
    done: ({ message }) => ({ title: 'Update Successful', description: message }),
    failed: { title: 'Update Failed', fallback: "Failed to update the songwriter's notebook songs" },
  })
}

export function useImportCatalogue() {
  return useAskedImport(catalogueEndpoints.importCatalogue, {
    input: {},
    confirmed: { body: { confirm: true } },
    done: ({ message }) => ({ title: 'Import Successful', description: message }),
    failed: { title: 'Import Failed', fallback: 'Failed to import the catalogue' },
  })
}

/** The page shows the result. */
export function useCheckImport(onChecked: (check: ImportCheck) => void) {
  return useRunRequest(catalogueEndpoints.checkImport, {
    input: {},
    done: (check) => {
      onChecked(check)
      return null
    },
    failed: { title: 'Check Failed', fallback: 'Failed to check the source' },
  })
}

export function useResetScores() {
  return useRunRequest(scoringEndpoints.resetScores, {
    input: {},
    done: ({ message }) => ({ title: 'Reset Successful', description: message }),
    failed: { title: 'Reset Failed', fallback: 'Failed to reset prediction scores' },
  })
}

export function usePlayDemoShow() {
  return useRunRequest(demoShowEndpoints.playDemoShow, {
    input: {},
    done: ({ message }) => ({ title: 'Demo Show Played', description: message }),
    failed: { title: 'Demo Show Failed', fallback: 'Failed to play the demo show' },
  })
}
