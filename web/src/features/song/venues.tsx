import { counted } from '@called-it/shared/contract/counted'
import type { SongPage } from '@called-it/shared/contract/song-pages'
import { Card } from '../../ui/card.tsx'
import { LinkedRow, LinkedRows } from '../../ui/linked-rows.tsx'

export function Venues({ venues }: Pick<SongPage, 'venues'>) {
  return (
    <Card heading="venues">
      <LinkedRows>
        {venues.map(({ venue, location, plays }) => (
          <LinkedRow key={`${venue} ${location}`}>
            <span>
              {venue} <span className="soft small">{location}</span>
            </span>
            <span className="soft small">{counted(plays, 'play')}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}
