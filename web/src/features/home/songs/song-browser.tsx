import { songSearch } from '@called-it/shared/game/song-search'
import clsx from 'clsx'
import { type ReactNode, use, useMemo, useState } from 'react'
import { useSite } from '../../../lib/api/site.ts'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { useChances } from '../../../lib/shows/chances.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import { FIRST_ORDER, type SongOrder, sortSongs } from '../../../lib/songs/song-order.ts'
import { useSongs } from '../../../lib/songs/songs.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SongOrders, SongSearch } from '../../../ui/song-search.tsx'
import { forgetSaved, useHasJustSaved } from '../builder/active-slot.ts'
import { useCanEditDraft } from '../builder/prediction-queries.ts'
import { LIKELIEST_FIRST, ORDER_KEYS, PHONE_ORDER_KEYS, rankValue } from './chance-orders.ts'
import { ChancesNote } from './chances-note.tsx'
import { FirstPickContext, usePickSong } from './pick-song.ts'
import styles from './song-browser.module.css'
import { type ListedSong, SongList } from './song-list.tsx'
import { SongsLoading } from './songs-loading.tsx'
import { SuggestionTiles } from './suggestion-tiles.tsx'
import { walkRows } from './walk-rows.ts'

const savedPanel = lazyModule(() => import('../builder/saved-panel.tsx'))

export type SongBrowserProps = {
  showId: number | null
  /** Of a draft for practice; else those of the catalogue, with their chances. */
  practice?: readonly ListedSong[] | undefined
  /** Beside the search on a phone, where that is below the songs. */
  beside?: ReactNode
  /** In place of search and `beside` below the songs: the search is above them then. */
  dock?: ReactNode
}

export function SongBrowser({ showId: draftId, practice, beside, dock }: SongBrowserProps) {
  const catalogue = useSongs()
  const songs: readonly ListedSong[] | undefined = practice ?? catalogue.data
  const showId = practice ? null : draftId
  const nicknames = useSite().data?.nicknames
  const { data: show } = useShow(showId)
  // A past show may have none, and then the list would move.
  const isScored = show?.is_scored === true
  const chances = useChances(isScored ? null : showId)
  const isPhone = useMediaQuery(PHONE)
  const [search, setSearch] = useState('')
  const [chosen, setOrder] = useState<SongOrder | null>(null)
  const order = chosen ?? (isPhone && chances ? LIKELIEST_FIRST : FIRST_ORDER)
  const orderKeys = isPhone ? PHONE_ORDER_KEYS : ORDER_KEYS
  const find = useMemo(
    () =>
      songSearch(
        sortSongs(songs ?? [], order, chances ? rankValue(chances, order.key) : undefined),
        nicknames,
      ),
    [songs, order, chances, nicknames],
  )
  const listed = useMemo(() => find(search), [find, search])
  const mostPlays = useMemo(() => mostPlaysOf(songs ?? []), [songs])
  const canEdit = useCanEditDraft(showId)
  const isFirstPick = use(FirstPickContext) !== null
  const disabled = !practice && !isFirstPick && !canEdit
  const isClosed = useTimeLeft(show) === null && show !== undefined

  const pickSong = usePickSong(draftId)
  const isSaved = useHasJustSaved(showId)
  const savedCode = useLazyModule(savedPanel, isSaved, forgetSaved)
  const saved = isSaved ? savedCode : null

  if (!songs) {
    return catalogue.isError ? (
      <LoadFailed title="The songs could not be loaded." onRetry={catalogue.refetch} />
    ) : (
      <SongsLoading />
    )
  }
  const searchFor = (text: string) => {
    forgetSaved()
    setSearch(text)
  }
  const pickFound = (text: string) => {
    const [first] = text ? find(text) : []
    if (first) pickSong(first)
  }
  const searchField = (
    <SongSearch search={search} onSearch={searchFor} onEnter={isPhone ? undefined : pickFound} />
  )
  const controls = (
    <>
      <div className={clsx(styles.controls, 'buttons')}>
        <SongOrders keys={chances ? orderKeys : undefined} order={order} onOrder={setOrder} />
      </div>
      {chances !== null && (
        <p className={clsx(styles.note, 'soft small')}>{chances && <ChancesNote chances={chances} />}</p>
      )}
    </>
  )
  // Also before the draft is there, or the list would move.
  const suggestions = showId !== null && !isClosed && !isScored && !search && (
    <SuggestionTiles showId={showId} />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls in it
    <div className={styles.panel} inert={disabled} data-dimmed={disabled || undefined} onKeyDown={walkRows}>
      {(!isPhone || dock) && searchField}
      {saved && showId !== null ? (
        <saved.SavedPanel showId={showId} />
      ) : listed.length === 0 ? (
        <div className={styles.none}>
          {controls}
          <p className={styles.noMatch}>
            {search ? <>No songs found matching &ldquo;{search}&rdquo;</> : 'There are no songs yet.'}
          </p>
        </div>
      ) : (
        <SongList
          songs={listed}
          listing={`${order.key} ${order.descending} ${search}`}
          mostPlays={mostPlays}
          showId={draftId}
          chances={chances}
          suggestions={suggestions}
          controls={controls}
        />
      )}
      {(isPhone || dock) && (
        <div className={clsx(styles.dock, 'buttons')}>
          {dock ?? (
            <>
              {searchField}
              {beside}
            </>
          )}
        </div>
      )}
    </div>
  )
}

function mostPlaysOf(songs: readonly ListedSong[]): number {
  return songs.reduce((most, song) => Math.max(most, song.times_played), 1)
}
