import { counted } from '@called-it/shared/contract/counted'
import type { PracticeSong } from '@called-it/shared/contract/replays'
import { addSong, emptyDraft, isDraftEmpty, nextFreePosition } from '@called-it/shared/game/draft'
import { countPicks, SET_NAMES, type SetName, SLOT_COUNT } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import { type Dispatch, type SetStateAction, useCallback, useState } from 'react'
import { SET_LABELS } from '../../../lib/shows/set-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import styles from './practice-builder.module.css'
import type { PracticeCard } from './practice-card.ts'
import { PracticeSlots } from './practice-slots.tsx'
import { PracticeSongs } from './practice-songs.tsx'

type PracticeBuilderProps = {
  songs: readonly PracticeSong[]
  card: PracticeCard
  onChange: Dispatch<SetStateAction<PracticeCard>>
  onSubmit: () => void
}

export function PracticeBuilder({ songs, card, onChange, onSubmit }: PracticeBuilderProps) {
  const [chosen, setChosen] = useState<SetName>('set1')
  const [news, setNews] = useState('')
  const hasRoom = (set: SetName) => nextFreePosition(card, set) !== null
  const target = hasRoom(chosen) ? chosen : (SET_NAMES.find(hasRoom) ?? null)
  const count = countPicks(card)
  const pick = useCallback(
    ({ id, name }: PracticeSong) => {
      if (target) onChange((held) => addSong(held, target, { id, name }))
      setNews(target ? `${name} is in ${SET_LABELS[target].toLowerCase()}.` : 'All slots are filled.')
    },
    [target, onChange],
  )
  return (
    <>
      <div className={styles.builder}>
        <Card
          heading="your card"
          aside={
            count > 0 && (
              <Button ref={passFocusOn} variant="quiet" onClick={() => onChange(emptyDraft())}>
                clear
              </Button>
            )
          }
        >
          <PracticeSlots card={card} onChange={onChange} target={target} onTarget={setChosen} />
        </Card>
        {/* Before the songs, of which there are hundreds to tab through. */}
        <section aria-label="submit" className={clsx(styles.bar, 'row-3')}>
          <p className="soft small tabular">
            {counted(count, 'song')} of {SLOT_COUNT} · counts nowhere
          </p>
          <Button variant="main" size="l" disabled={isDraftEmpty(card)} onClick={onSubmit}>
            submit
          </Button>
        </section>
        <Card heading="songs" note="as of the day before">
          <PracticeSongs songs={songs} onPick={pick} />
        </Card>
      </div>
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </>
  )
}
