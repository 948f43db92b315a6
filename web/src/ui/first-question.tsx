import { OPENERS } from '@called-it/shared/contract/chances'
import { SLOT_COUNT } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { useId } from 'react'
import { useOpeners } from '../lib/shows/openers.ts'
import { t } from '../lib/words/texts.ts'
import styles from './first-question.module.css'
import { hueClass } from './hue.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { Skeleton } from './skeleton.tsx'
import { SongTile, SongTiles } from './song-tile.tsx'

type FirstQuestionProps = { showId: number; onPick: (song: { id: number; name: string }) => void }

/** The opener, as the first of the picks. Nothing where there are no chances. */
export function FirstQuestion({ showId, onPick }: FirstQuestionProps) {
  const { data: openers, isError, refetch } = useOpeners(showId)
  const heading = useId()
  if (openers?.songs.length === 0 || openers === null) return null
  return (
    <section aria-labelledby={heading} className={clsx(styles.question, hueClass('set1'))}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.heading}>
          {t('ui.opener-question')}
        </h2>
        <span className="soft small tabular">{t('ui.question-of', { count: SLOT_COUNT })}</span>
      </div>
      {openers && (
        <SongTiles>
          {openers.songs.map((song) => (
            <li key={song.id}>
              <SongTile song={song} played={song} shows={openers} onPick={() => onPick(song)} />
            </li>
          ))}
        </SongTiles>
      )}
      {!openers && (
        <NotLoaded what={t('ui.the-songs')} query={{ isError, refetch }}>
          <SongTiles aria-hidden>
            {Array.from({ length: OPENERS }, (_, index) => index).map((tile) => (
              <li key={tile}>
                <Skeleton height="4.75rem" shape="block" />
              </li>
            ))}
          </SongTiles>
        </NotLoaded>
      )}
    </section>
  )
}
