import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'
import styles from './song-catalogue.module.css'

export function SongFacts({ song }: { song: AdminSong }) {
  return (
    <Card
      heading="about this song"
      aside={!song.is_hidden && <Link to={paths.song(song)}>its page for fans</Link>}
    >
      <dl className={styles.facts}>
        <Fact name="Number">{song.id}</Fact>
        <Fact name="Slug">{song.slug}</Fact>
        <Fact name="Source">{song.source}</Fact>
        <Fact name="Id at the source">{song.source_id ?? 'none'}</Fact>
        {song.aliases.length > 0 && (
          <Fact name="Aliases">{song.aliases.map(({ kind, alias }) => `${kind} ${alias}`).join(', ')}</Fact>
        )}
        <Fact name="Plays">{song.times_played}</Fact>
        <Fact name="Last played">{song.last_played ? plainDate(song.last_played) : 'never'}</Fact>
        {song.merged_from.length > 0 && (
          <Fact name="Merged from">
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
