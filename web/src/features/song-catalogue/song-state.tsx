import type { ListedSong } from '@called-it/shared/contract/admin-songs'
import { Badge } from '../../ui/badge.tsx'
import styles from './song-catalogue.module.css'

/** Why fans cannot pick the song; nothing for one that they can. */
export function SongState({ song }: { song: ListedSong }) {
  if (!song.merged_into && !song.is_hidden && !song.is_retired) return null
  return (
    <div className={styles.states}>
      {song.merged_into && <Badge tone="strong">merged into {song.merged_into.name}</Badge>}
      {song.is_hidden && <Badge>hidden</Badge>}
      {song.is_retired && <Badge>no longer listed</Badge>}
    </div>
  )
}
