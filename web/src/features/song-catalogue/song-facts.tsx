import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import styles from './song-catalogue.module.css'

export function SongFacts({ song }: { song: AdminSong }) {
  return (
    <Card
      heading={t('songs.about')}
      aside={!song.is_hidden && <Link to={paths.song(song)}>{t('songs.fan-page')}</Link>}
    >
      <dl className={styles.facts}>
        <Fact name={t('songs.number')}>{song.id}</Fact>
        <Fact name={t('songs.slug')}>{song.slug}</Fact>
        <Fact name={t('songs.source')}>{song.source}</Fact>
        <Fact name={t('songs.source-id')}>{song.source_id ?? t('songs.no-source-id')}</Fact>
        {song.aliases.length > 0 && (
          <Fact name={t('songs.aliases')}>
            {song.aliases.map(({ kind, alias }) => `${kind} ${alias}`).join(', ')}
          </Fact>
        )}
        <Fact name={t('songs.plays')}>{song.times_played}</Fact>
        <Fact name={t('songs.last')}>
          {song.last_played ? plainDate(song.last_played) : t('songs.never')}
        </Fact>
        {song.merged_from.length > 0 && (
          <Fact name={t('songs.merged-from')}>
            <ul className="stack-2 anywhere">
              {song.merged_from.map(({ id, name }) => (
                <li key={id}>
                  <Link to={paths.adminSong(id)}>{name}</Link>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
