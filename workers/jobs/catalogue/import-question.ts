import type { CatalogueChange } from '@called-it/shared/contract/import-checks'
import { RunFailedError } from '../../runs/run-context.ts'
import type { ImportEffect } from './measure-import.ts'

/** Above this share of what the source listed before, its list is rather broken than shorter. */
const MAX_SHARE = 1 / 3

/** What somebody has to confirm before an import; null where little is lost. */
export function findQuestion({ changes, listed }: ImportEffect): string | null {
  const retired = countOf(changes, 'song', 'retired')
  const vanished = countOf(changes, 'show', 'vanished')
  if (retired <= listed.songs * MAX_SHARE && vanished <= listed.shows * MAX_SHARE) return null
  const losses = [
    ...(retired > 0 ? [`retire ${retired} of ${listed.songs} songs`] : []),
    ...(vanished > 0 ? [`mark ${vanished} of ${listed.shows} shows as no longer listed`] : []),
  ]
  return `This import would ${losses.join(' and ')}.`
}

/** @throws RunFailedError where somebody has to confirm the import */
export function checkLosses(effect: ImportEffect): void {
  const question = findQuestion(effect)
  if (question) throw new RunFailedError('import_retires_many', `${question} Nothing was stored.`)
}

function countOf(
  changes: readonly CatalogueChange[],
  noun: CatalogueChange['noun'],
  change: CatalogueChange['change'],
): number {
  return changes.find((one) => one.noun === noun && one.change === change)?.count ?? 0
}
