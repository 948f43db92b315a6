import type { Song } from '@called-it/shared/contract/songs'
import { useMemo, useState } from 'react'
import { FIRST_ORDER, listSongs } from '../../../lib/song-order.ts'
import { useSongs } from '../../../lib/songs.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { SongSearch } from '../../../ui/song-search.tsx'
import { SongList } from './song-list.tsx'
import styles from './songs.module.css'

type SongsPanelProps = {
  showId: number | null
}

export function SongsPanel({ showId }: SongsPanelProps) {
  const { data: songs, isPending, isError, refetch } = useSongs()
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(FIRST_ORDER)
  const listed = useMemo(() => listSongs(songs ?? [], search, order), [songs, search, order])
  const mostPlays = useMemo(() => mostPlaysOf(songs ?? []), [songs])
  const disabled = showId === null

  if (isPending) {
    return (
      <Loading label="Loading songs...">
        <SkeletonBlocks count={10} height="52px" />
      </Loading>
    )
  }
  if (isError) return <LoadFailed title="The songs could not be loaded." onRetry={refetch} />
  return (
    <div className={styles.panel} inert={disabled} data-dimmed={disabled || undefined}>
      <SongSearch search={search} onSearch={setSearch} order={order} onOrder={setOrder} />
      {listed.length === 0 ? (
        <p className={styles.noMatch}>
          {search ? <>No songs found matching &ldquo;{search}&rdquo;</> : 'There are no songs yet.'}
        </p>
      ) : (
        <SongList
          songs={listed}
          listing={`${order.key} ${order.descending} ${search}`}
          mostPlays={mostPlays}
          showId={showId}
        />
      )}
    </div>
  )
}

function mostPlaysOf(songs: readonly Song[]): number {
  return songs.reduce((most, song) => Math.max(most, song.times_played), 1)
}
