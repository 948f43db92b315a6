import type { ListedSong } from '@called-it/shared/contract/admin-songs'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './song-catalogue.module.css'

/** Why fans cannot pick the song; nothing for one that they can. */
export function SongState({ song }: { song: ListedSong }) {
  if (!song.merged_into && !song.is_hidden && !song.is_retired) return null
  return (
    <div className={styles.states}>
      {song.merged_into && (
        <Badge tone="strong">{t('songs.is-merged', { song: song.merged_into.name })}</Badge>
      )}
      {song.is_hidden && <Badge>{t('songs.is-hidden')}</Badge>}
      {song.is_retired && <Badge>{t('songs.is-unlisted')}</Badge>}
    </div>
  )
}
