import type { Show, ShowNotice } from '@called-it/shared/contract/shows'
import { t } from '../words/texts.ts'
import { instantInWords } from './venue-time.ts'

const SENTENCES: Record<ShowNotice['kind'], (show: Show, onDevice: boolean) => string> = {
  'lock-moved': ({ locks_at, utc_offset }, onDevice) =>
    t('words.lock-moved', { when: instantInWords(locks_at, utc_offset, { onDevice }) }),
  'lock-kept': () => t('words.lock-kept'),
  'locked-early': () => t('words.locked-early'),
  'first-song': () => t('words.first-song'),
  reopened: () => t('words.reopened'),
  cancelled: () => t('words.cancelled'),
}

/** Until the lock; that an admin has closed them, until the band plays. */
const ABOUT_OPEN_PICKS: readonly ShowNotice['kind'][] = ['lock-moved', 'lock-kept', 'reopened']

/** What has happened to the lock of a show, and why; null if nothing has, or it no longer matters. */
export function noticeInWords(show: Show, onDevice = true): string | null {
  const { notice } = show
  if (notice === null || (show.is_scored && notice.kind !== 'cancelled')) return null
  if (!show.is_open && ABOUT_OPEN_PICKS.includes(notice.kind)) return null
  if (notice.kind === 'locked-early' && (show.phase === 'live' || show.phase === 'ended')) return null
  const sentence = SENTENCES[notice.kind](show, onDevice)
  return notice.reason === null ? sentence : `${sentence} ${notice.reason}`
}
