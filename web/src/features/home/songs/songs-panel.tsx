import type { Song } from '@called-it/shared/contract/songs'
import { startTransition, useMemo, useState } from 'react'
import {
  clickOrder,
  FIRST_ORDER,
  listSongs,
  SONG_ORDERS,
  type SongOrderKey,
} from '../../../lib/song-order.ts'
import { useSongs } from '../../../lib/songs.ts'
import { Chip } from '../../../ui/chip.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { SongList } from './song-list.tsx'
import styles from './songs.module.css'

const ORDER_KEYS = Object.keys(SONG_ORDERS).filter((key): key is SongOrderKey => key in SONG_ORDERS)

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
      <search className={styles.search}>
        <TextInput
          round
          type="search"
          placeholder="Search songs..."
          aria-label="Search songs"
          defaultValue={search}
          // Uncontrolled and in a transition, so that typing never waits for the list.
          onChange={({ target }) => startTransition(() => setSearch(target.value))}
        />
        {ORDER_KEYS.map((key) => (
          <Chip key={key} on={order.key === key} onClick={() => setOrder(clickOrder(order, key))}>
            {SONG_ORDERS[key].label}
            {order.key === key && <OrderArrow descending={order.descending} />}
          </Chip>
        ))}
      </search>
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

function OrderArrow({ descending }: { descending: boolean }) {
  return (
    <>
      <span aria-hidden>{descending ? ' ↓' : ' ↑'}</span>
      <span className="visually-hidden">{descending ? ' descending' : ' ascending'}</span>
    </>
  )
}

function mostPlaysOf(songs: readonly Song[]): number {
  return songs.reduce((most, song) => Math.max(most, song.times_played), 1)
}
