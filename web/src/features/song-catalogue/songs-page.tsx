import { type ListedSong, SONG_STATES } from '@called-it/shared/contract/admin-songs'
import { FIELD_LIMITS } from '@called-it/shared/contract/entered-fields'
import clsx from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useDebounced } from '../../lib/hooks/use-debounced.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from './song-catalogue.module.css'
import { type SongSearch, useCatalogueSongs, useSongRenames } from './song-queries.ts'
import { SongRenamesCard } from './song-renames.tsx'
import { SongState } from './song-state.tsx'

const DEBOUNCE_MS = 250

const STATE_LABELS = {
  hidden: 'songs.only-hidden',
  merged: 'songs.only-merged',
  retired: 'songs.only-retired',
} as const

const columns = (): readonly TableColumn<ListedSong>[] => [
  {
    header: t('songs.name'),
    isRowHeader: true,
    cell: ({ id, name }) => <Link to={paths.adminSong(id)}>{name}</Link>,
  },
  { header: t('songs.plays'), className: 'tabular', cell: ({ times_played }) => times_played },
  {
    header: t('songs.last'),
    className: styles.day,
    cell: ({ last_played }) => (last_played ? plainDate(last_played) : '-'),
  },
  { header: t('songs.state'), className: styles.state, cell: (song) => <SongState song={song} /> },
]

export function SongsPage() {
  return (
    <Page title={t('songs.title')} hasSections>
      <h1>{t('songs.title')}</h1>
      <SongSections />
    </Page>
  )
}

/** At once, so that the proposals above the list do not move it. */
function SongSections() {
  const { data, isPending, isError, refetch } = useSongRenames()
  if (isPending) {
    return (
      <Loading label={t('songs.loading')}>
        <Skeleton height="420px" shape="block" />
      </Loading>
    )
  }
  return (
    <>
      {isError && !data && <LoadFailed title={t('songs.no-proposals')} onRetry={refetch} />}
      {data && data.total > 0 && <SongRenamesCard {...data} />}
      <SongList />
    </>
  )
}

function SongList() {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<SongSearch['state']>(undefined)
  const search = useDebounced(typed.trim(), DEBOUNCE_MS)
  return (
    <Card
      aria-label={t('songs.list')}
      aside={
        <div className={clsx(styles.filters, 'buttons')}>
          <Select
            aria-label={t('songs.filter')}
            value={state ?? ''}
            onChange={({ target }) => setState(SONG_STATES.find((one) => one === target.value))}
          >
            <option value="">{t('songs.all')}</option>
            {SONG_STATES.map((one) => (
              <option key={one} value={one}>
                {t(STATE_LABELS[one])}
              </option>
            ))}
          </Select>
          <TextInput
            round
            type="search"
            aria-label={t('songs.search')}
            placeholder={t('songs.search-by')}
            autoComplete="off"
            maxLength={FIELD_LIMITS.songSearch.max}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      }
    >
      <FoundSongs search={search} state={state} />
    </Card>
  )
}

function FoundSongs(search: SongSearch) {
  const { data, isError, refetch } = useCatalogueSongs(search)
  if (!data)
    return <NotLoaded what={t('songs.songs-what')} query={{ isError, refetch }} blocks={[6, '44px']} />
  const { songs, total } = data
  if (total === 0) return <EmptyState title={t('songs.none-found')}>{t('songs.try-other')}</EmptyState>
  return (
    <>
      <Table
        stacked
        caption={t('songs.title')}
        className={styles.table}
        columns={columns()}
        rows={songs}
        rowKey={({ id }) => id}
      />
      <p className="soft small" role="status">
        {songs.length < total
          ? t('songs.first-of', { shown: songs.length, total })
          : t('songs.total', { total })}
      </p>
    </>
  )
}
