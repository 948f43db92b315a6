import { buildReplay } from '../jobs/builds/build-replay.ts'
import { buildSeason } from '../jobs/builds/build-season.ts'
import { buildTour } from '../jobs/builds/build-tour.ts'
import { buildTourHistory } from '../jobs/builds/build-tour-history.ts'
import { checkImport } from '../jobs/catalogue/check-import.ts'
import { importCatalogue } from '../jobs/catalogue/import-catalogue.ts'
import { importSetlist } from '../jobs/catalogue/import-setlist.ts'
import { lookUpSetlist } from '../jobs/catalogue/look-up-setlist.ts'
import { mergeSong, previewMerge } from '../jobs/catalogue/merge-song.ts'
import { moveShow } from '../jobs/catalogue/move-show.ts'
import { updateNotebook } from '../jobs/catalogue/update-notebook.ts'
import { updateChances } from '../jobs/chances/update-chances.ts'
import { recomputeLocks } from '../jobs/locks/recompute-locks.ts'
import { previewScores } from '../jobs/scores/preview-scores.ts'
import { resetScores } from '../jobs/scores/reset-scores.ts'
import { scoreShow } from '../jobs/scores/score-show.ts'
import { testScoreShow } from '../jobs/scores/test-score-show.ts'
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
  'play-demo-show': async (context) =>
    (await import('../jobs/catalogue/play-demo-show.ts')).playDemoShow(context),
  'build-replay': buildReplay,
  'build-tour-history': buildTourHistory,
  'build-season': buildSeason,
  'build-tour': buildTour,
  'update-chances': updateChances,
}
