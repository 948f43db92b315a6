import type { OwnCorrection } from '@called-it/shared/contract/corrections'

const SOURCES = {
  hand: 'by an admin',
  source: 'from the data site',
  songs: 'songs that are one',
} as const satisfies Record<OwnCorrection['source'], string>

const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** When a correction was made, and why. */
export function CorrectionOrigin({ at, source }: Pick<OwnCorrection, 'at' | 'source'>) {
  return (
    <p className="soft small">
      <time dateTime={at}>{INSTANT.format(new Date(at))}</time> · {SOURCES[source]}
    </p>
  )
}
