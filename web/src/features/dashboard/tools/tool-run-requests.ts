import { catalogueEndpoints } from '@called-it/shared/contract/catalogue'
import { demoShowEndpoints } from '@called-it/shared/contract/demo-show'
import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import type { RunKind } from '@called-it/shared/contract/runs'
import { scoringEndpoints } from '@called-it/shared/contract/scoring-endpoints'
import { useAskedImport } from '../../../lib/api/use-asked-import.ts'
import { useRunRequest } from '../../../lib/api/use-run-request.ts'
import { t } from '../../../lib/words/texts.ts'

/** They wait for each other. */
export const IMPORTS: readonly RunKind[] = ['import-catalogue', 'update-notebook']

export function useUpdateNotebook(songwriter: string) {
  const params = { notebook: `${songwriter}-notebook` }
  return useAskedImport(catalogueEndpoints.updateNotebook, {
    input: { params },
    confirmed: { params, body: { confirm: true } },
    done: ({ message }) => ({ title: t('admin.notebook-done'), description: message }),
    failed: { title: t('admin.notebook-fail'), fallback: t('admin.notebook-why') },
  })
}

export function useImportCatalogue() {
  return useAskedImport(catalogueEndpoints.importCatalogue, {
    input: {},
    confirmed: { body: { confirm: true } },
    done: ({ message }) => ({ title: t('admin.import-done'), description: message }),
    failed: { title: t('admin.import-fail'), fallback: t('admin.import-why') },
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
    failed: { title: t('admin.check-fail'), fallback: t('admin.check-why') },
  })
}

export function useResetScores() {
  return useRunRequest(scoringEndpoints.resetScores, {
    input: {},
    done: ({ message }) => ({ title: t('admin.reset-done'), description: message }),
    failed: { title: t('admin.reset-fail'), fallback: t('admin.reset-why') },
  })
}

export function usePlayDemoShow() {
  return useRunRequest(demoShowEndpoints.playDemoShow, {
    input: {},
    done: ({ message }) => ({ title: t('admin.demo-done'), description: message }),
    failed: { title: t('admin.demo-fail'), fallback: t('admin.demo-why') },
  })
}
