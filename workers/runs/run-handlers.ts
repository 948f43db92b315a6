import { buildReplay } from '../jobs/build-replay.ts'
import { buildSeason } from '../jobs/build-season.ts'
import { buildTourHistory } from '../jobs/build-tour-history.ts'
import { checkImport } from '../jobs/check-import.ts'
import { importCatalogue } from '../jobs/import-catalogue.ts'
import { importSetlist } from '../jobs/import-setlist.ts'
import { lookUpSetlist } from '../jobs/look-up-setlist.ts'
import { mergeSong, previewMerge } from '../jobs/merge-song.ts'
import { moveShow } from '../jobs/move-show.ts'
import { previewScores } from '../jobs/preview-scores.ts'
import { recomputeLocks } from '../jobs/recompute-locks.ts'
import { resetScores } from '../jobs/reset-scores.ts'
import { scoreShow } from '../jobs/score-show.ts'
import { testScoreShow } from '../jobs/test-score-show.ts'
import { updateChances } from '../jobs/update-chances.ts'
import { updateNotebook } from '../jobs/update-notebook.ts'
import type { RunHandlers } from './run-context.ts'

export const runHandlers: RunHandlers = {
  'score-show': scoreShow,
  'test-score-show': testScoreShow,
  'reset-scores': resetScores,
  'import-catalogue': importCatalogue,
  'update-notebook': (context) => updateNotebook(context, context.run.order),
  'import-setlist': importSetlist,
  'look-up-setlist': lookUpSetlist,
  'preview-scores': previewScores,
  'move-show': moveShow,
  'recompute-locks': recomputeLocks,
  'preview-merge': previewMerge,
  'merge-song': mergeSong,
  'check-import': checkImport,
  // With the hash of passwords, which only the demo needs here, 3 MB.
  'play-demo-show': async (context) => (await import('../jobs/play-demo-show.ts')).playDemoShow(context),
  'build-replay': buildReplay,
  'build-tour-history': buildTourHistory,
  'build-season': buildSeason,
  'update-chances': updateChances,
}
