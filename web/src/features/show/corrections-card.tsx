import type { Correction } from '@called-it/shared/contract/corrections'
import { songChangeInWords } from '@called-it/shared/notifications/song-change-words'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CorrectionOrigin } from '../../ui/correction-origin.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import styles from './corrections-card.module.css'

const SONGS_SHOWN = 5

type CorrectionsCardProps = { corrections: UseQueryResult<readonly Correction[]> }

/** Nothing while there are none. */
export function CorrectionsCard({ corrections: { data = [], isError, refetch } }: CorrectionsCardProps) {
  if (data.length === 0 && !isError) return null
  return (
    <Card heading={t('show.corrections')}>
      {data.length === 0 ? (
        <LoadFailed title={t('show.corrections-no')} onRetry={refetch} />
      ) : (
        <ol className="stack-4">
          {data.map((correction) => (
            <CorrectionItem key={correction.at} correction={correction} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function CorrectionItem({ correction }: { correction: Correction }) {
  const { at, source, songs } = correction
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? songs : songs.slice(0, SONGS_SHOWN)
  const more = songs.length - shown.length
  return (
    <li className={styles.correction}>
      <CorrectionOrigin at={at} source={source} />
      <ul className="anywhere">
        {shown.map((song) => (
          <li key={song.id}>{songChangeInWords(song, t)}</li>
        ))}
      </ul>
      {more > 0 && (
        <Button ref={passFocusOn} onClick={() => setShowsAll(true)}>
          {t('show.more-changes', { count: more })}
        </Button>
      )}
      <p className="soft">{effectInWords(correction)}</p>
    </li>
  )
}

function effectInWords({ raised, lowered }: Correction): string {
  if (raised === 0 && lowered === 0) return t('show.no-effect')
  return t('show.effect', { raised, lowered })
}
