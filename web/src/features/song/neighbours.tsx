import { counted } from '@called-it/shared/contract/counted'
import type { SongPage } from '@called-it/shared/contract/song-pages'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'

type NeighboursProps = Pick<SongPage, 'before' | 'after'>

/** The songs beside it in a set. */
export function Neighbours({ before, after }: NeighboursProps) {
  return (
    <>
      <SongsBeside heading="right before it" songs={before} />
      <SongsBeside heading="right after it" songs={after} />
    </>
  )
}

function SongsBeside({ heading, songs }: { heading: string; songs: SongPage['before'] }) {
  if (songs.length === 0) return null
  return (
    <Card heading={heading}>
      <LinkedRows>
        {songs.map((song) => (
          <LinkedRow key={song.id}>
            <RowLink to={paths.song(song)}>{song.name}</RowLink>
            <span className="soft small">{counted(song.plays, 'time')}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}
