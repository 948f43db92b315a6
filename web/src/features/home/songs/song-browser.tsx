import { songSearch } from '@called-it/shared/game/song-search'
import { dueOf } from '@called-it/shared/game/usual-gap'
import clsx from 'clsx'
import { type ReactNode, use, useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useServerNow } from '../../../lib/api/server-clock.ts'
import { useSite } from '../../../lib/api/site.ts'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { paths } from '../../../lib/paths.ts'
import { type Chances, useChances } from '../../../lib/shows/chances.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { useTimeLeft } from '../../../lib/shows/use-time-left.ts'
import {
  clickOrder,
  FIRST_ORDER,
  type SongOrder,
  type SongOrderKey,
  sortSongs,
} from '../../../lib/songs/song-order.ts'
import { useSongs } from '../../../lib/songs/songs.ts'
import { methodInWords } from '../../../lib/words/chance-words.ts'
import { formatDuration } from '../../../lib/words/durations.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SongOrders, SongSearch } from '../../../ui/song-search.tsx'
import { forgetSaved, useHasJustSaved } from '../builder/active-slot.ts'
import { useCanEditDraft } from '../builder/prediction-queries.ts'
import { FirstPickContext, usePickSong } from './pick-song.ts'
import styles from './song-browser.module.css'
import type { ListedSong } from './song-facts.tsx'
import { SongList } from './song-list.tsx'
import { SongsLoading } from './songs-loading.tsx'
import { SuggestionTiles } from './suggestion-tiles.tsx'
import { walkRows } from './walk-rows.ts'

const AGE_REFRESH_MS = 60_000

const ORDER_KEYS = ['plays', 'az', 'chance', 'due'] as const satisfies readonly SongOrderKey[]
/** On a phone, whose list begins with the first. */
const PHONE_ORDER_KEYS = ['chance', 'due', 'plays', 'az'] as const satisfies readonly SongOrderKey[]
const LIKELIEST_FIRST: SongOrder = clickOrder(FIRST_ORDER, 'chance')

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
  // Field and chips change at once; the list follows, which takes a slow phone 0.1 s.
  const sorted = useDeferredValue(order)
  const searched = useDeferredValue(search)
  const orderKeys = isPhone ? PHONE_ORDER_KEYS : ORDER_KEYS
  const find = useMemo(
    () =>
      songSearch(
        sortSongs(songs ?? [], sorted, chances ? rankValue(chances, sorted.key) : undefined),
        nicknames,
      ),
    [songs, sorted, chances, nicknames],
  )
  const listed = useMemo(() => find(searched), [find, searched])
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
      <LoadFailed title={t('home.songs-failed')} onRetry={catalogue.refetch} />
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
  const suggestions = showId !== null && !isClosed && !isScored && !searched && (
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
            {searched ? t('home.no-match', { search: searched }) : t('home.no-songs')}
          </p>
        </div>
      ) : (
        <SongList
          songs={listed}
          listing={`${sorted.key} ${sorted.descending} ${searched}`}
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

/** What songs are sorted by. Those that were not played for years come last. */
function rankValue(chances: Chances, key: SongOrderKey): (song: { readonly id: number }) => number {
  return ({ id }) => {
    const played = chances.ofSongs.get(id)
    if (!played || played.chance === null) return -1
    return key === 'due' ? (dueOf(played.gap, played.usual_gap) ?? -1) : played.chance
  }
}

/** What the chances are made by, and when. */
function ChancesNote({ chances }: { chances: Chances }) {
  const age = useServerNow(AGE_REFRESH_MS) - Date.parse(chances.made_at)
  const [lastShow] = chances.shows
  return (
    <>
      {chances.is_outdated && lastShow && <>{t('home.odds-from', { date: longDate(lastShow.date) })} · </>}
      <Rich
        id="home.chances-by"
        method={methodInWords(chances.method)}
        age={age < AGE_REFRESH_MS ? 'now' : formatDuration(age)}
        link={(words) => <Link to={paths.machine}>{words}</Link>}
      />
    </>
  )
}
