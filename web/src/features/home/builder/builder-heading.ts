import type { Show } from '@called-it/shared/contract/shows'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'

/** Followed by *Editing* or *Scoring*. */
export function builderHeading(show: Show | undefined): string {
  return show ? `${shortDate(show.showdate)} · ${show.venue}` : t('pick.build')
}
