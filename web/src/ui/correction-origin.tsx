import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import { useIsOnDevice } from '../lib/served-view.ts'
import { plainSpaces } from '../lib/words/plain-spaces.ts'

const SOURCES = {
  hand: 'by an admin',
  source: 'from the data site',
  songs: 'songs that are one',
} as const satisfies Record<OwnCorrection['source'], string>

const INSTANT = { dateStyle: 'medium', timeStyle: 'short' } as const
const OWN_TIME = new Intl.DateTimeFormat('en-US', INSTANT)
const UTC = new Intl.DateTimeFormat('en-US', { ...INSTANT, timeZone: 'UTC' })

/** When a correction was made, and why. */
export function CorrectionOrigin({ at, source }: Pick<OwnCorrection, 'at' | 'source'>) {
  return (
    <p className="soft small">
      <time dateTime={at}>{plainSpaces((useIsOnDevice() ? OWN_TIME : UTC).format(new Date(at)))}</time> ·{' '}
      {SOURCES[source]}
    </p>
  )
}
