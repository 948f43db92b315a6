import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import { dateFormat } from '@called-it/shared/languages/formats'
import type { PlainId } from '@called-it/shared/languages/translate'
import { useIsOnDevice } from '../lib/served-view.ts'
import { plainSpaces } from '../lib/words/plain-spaces.ts'
import { t } from '../lib/words/texts.ts'

const SOURCES = {
  hand: 'ui.by-admin',
  source: 'ui.from-source',
  songs: 'ui.same-songs',
} as const satisfies Record<OwnCorrection['source'], PlainId>

const INSTANT = { dateStyle: 'medium', timeStyle: 'short' } as const
const UTC = { ...INSTANT, timeZone: 'UTC' } as const

/** When a correction was made, and why. */
export function CorrectionOrigin({ at, source }: Pick<OwnCorrection, 'at' | 'source'>) {
  const format = dateFormat(t.language, useIsOnDevice() ? INSTANT : UTC)
  return (
    <p className="soft small">
      <time dateTime={at}>{plainSpaces(format.format(new Date(at)))}</time> · {t(SOURCES[source])}
    </p>
  )
}
