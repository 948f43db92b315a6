import clsx from 'clsx'
import { useState } from 'react'
import { isSetName, smallSetLabel } from '../../lib/shows/set-labels.ts'
import { useSongs } from '../../lib/songs/songs.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { SongCombobox } from '../../ui/song-combobox.tsx'
import styles from './desk-bar.module.css'
import { HoldButton } from './hold-button.tsx'
import type { Row } from './project-taps.ts'
import { UndoBar } from './undo-bar.tsx'
import type { PlayedSong, Tapping } from './use-tapping.ts'

type DeskBarProps = {
  rows: readonly Row[]
  openSet: string | null
  tapping: Tapping
  onPick: (song: PlayedSong) => void
  onUndo: () => void
}

/** Within reach of the thumb: undo, what ends and begins, and the search. */
export function DeskBar({ rows, openSet, tapping, onPick, onUndo }: DeskBarProps) {
  const { data: songs } = useSongs()
  const [asksForEnd, setAsksForEnd] = useState(false)
  const set = openSet ?? rows.at(-1)?.set ?? 'set1'
  const change = (op: 'set' | 'encore' | 'over') => tapping.touch({ operation: { op }, songName: null })
  const isRunning = rows.length > 0 && openSet !== null
  const hasSongs = rows.some((row) => row.set === set)
  return (
    <div className={clsx(styles.bar, 'stack-2')}>
      <UndoBar tapping={tapping} onUndo={onUndo} />
      <div className={clsx(styles.changes, 'stack-2')}>
        <Button
          className={clsx(styles.hued, isSetName(set) && hueClass(set))}
          disabled={!isRunning || !hasSongs || set === 'encore'}
          onClick={() => change('set')}
        >
          {t('editor.set-over', { set: smallSetLabel(set) })}
        </Button>
        <Button
          className={clsx(styles.hued, hueClass('encore'))}
          disabled={!isRunning || set === 'encore'}
          onClick={() => change('encore')}
        >
          {t('editor.encore')}
        </Button>
        <HoldButton disabled={!isRunning} onHeld={() => change('over')} onPress={() => setAsksForEnd(true)}>
          {t('editor.over')}
        </HoldButton>
      </div>
      <SongCombobox
        songs={songs ?? []}
        label={t('editor.find')}
        placeholder={t('editor.any-other')}
        onPick={({ id, name }) => onPick({ id, name })}
        onNew={(name) => onPick({ id: null, name })}
      />
      <AlertDialog
        title={t('editor.over-ask')}
        description={t('editor.over-hint', { song: rows.at(-1)?.song.name ?? '' })}
        cancelLabel={t('editor.still-play')}
        confirmLabel={t('editor.over-yes')}
        open={asksForEnd}
        onOpenChange={setAsksForEnd}
        onConfirm={() => {
          setAsksForEnd(false)
          change('over')
        }}
      />
    </div>
  )
}
