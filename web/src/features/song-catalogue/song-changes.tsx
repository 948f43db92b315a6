import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Card } from '../../ui/card.tsx'

type Change = AdminSong['changes'][number]

export function SongChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <Card heading="changes">
      {changes.length === 0 ? (
        <p className="soft small">No admin has changed this song.</p>
      ) : (
        <ol className="stack-2 anywhere">
          {changes.map((change) => (
            <li key={`${change.at} ${change.action}`}>
              {describe(change)}{' '}
              <span className="soft small">
                by {change.actor ?? 'the system'}, {plainDate(change.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** An action of a newer release is shown as it is named. */
function describe({ action, other }: Change): string {
  const name = other?.name ?? 'another song'
  switch (action) {
    case 'song:merged':
      return `merged into ${name}`
    case 'song:separated':
      return `no longer merged into ${name}`
    case 'song:hidden':
      return 'hidden'
    case 'song:unhidden':
      return 'shown again'
    case 'song-rename:accepted':
      return 'renamed as proposed'
    case 'song-rename:dropped':
      return `kept apart from ${name}`
    default:
      return action
  }
}
