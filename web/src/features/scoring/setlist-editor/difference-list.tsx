import { compareSetlists, type SetlistPlace } from '@called-it/shared/game/setlist-difference'
import { ArrowRight, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { labelOfSet } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import styles from './difference-list.module.css'
import type { EditableSetlist, EditableSong } from './editable-setlist.ts'

type DifferenceListProps = { before: EditableSetlist; after: EditableSetlist }

export function DifferenceList({ before, after }: DifferenceListProps) {
  const { added, removed, moved } = compareSetlists(before, after, ({ id }) => id)
  const hasOtherNotes = before.notes.trim() !== after.notes.trim()
  if (added.length + removed.length + moved.length === 0 && !hasOtherNotes) {
    return <p className="soft small">{t('setlist.unchanged')}</p>
  }
  return (
    <ul className={styles.differences} aria-label={t('setlist.differences')}>
      {removed.map((place) => (
        <Difference
          key={`- ${keyOf(place)}`}
          icon={<Minus aria-label={t('setlist.removed')} />}
          tone={styles.removed}
        >
          {place.song.name} <span className="soft">{inWords(place)}</span>
        </Difference>
      ))}
      {added.map((place) => (
        <Difference
          key={`+ ${keyOf(place)}`}
          icon={<Plus aria-label={t('setlist.added')} />}
          tone={styles.added}
        >
          {place.song.name} <span className="soft">{inWords(place)}</span>
        </Difference>
      ))}
      {moved.map(({ from, to }) => (
        <Difference
          key={`> ${keyOf(to)}`}
          icon={<ArrowRight aria-label={t('setlist.moved')} />}
          tone={styles.moved}
        >
          {to.song.name}{' '}
          <span className="soft">{t('setlist.from-to', { from: inWords(from), to: inWords(to) })}</span>
        </Difference>
      ))}
      {hasOtherNotes && <li className={styles.difference}>{t('setlist.other-notes')}</li>}
    </ul>
  )
}

function Difference({
  icon,
  tone,
  children,
}: {
  icon: ReactNode
  tone: string | undefined
  children: ReactNode
}) {
  return (
    <li className={styles.difference}>
      <span className={tone}>{icon}</span>
      <span>{children}</span>
    </li>
  )
}

function inWords({ set, position }: SetlistPlace<EditableSong>): string {
  return `${labelOfSet(set)}, ${position}`
}

function keyOf({ set, position }: SetlistPlace<EditableSong>): string {
  return `${set} ${position}`
}
