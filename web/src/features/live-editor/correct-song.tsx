import { useSongs } from '../../lib/songs/songs.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { SongCombobox } from '../../ui/song-combobox.tsx'
import styles from './correct-song.module.css'
import type { Row } from './project-taps.ts'
import type { Tapping } from './use-tapping.ts'

type CorrectSongProps = { row: Row; tap: Tapping['tap']; onClose: () => void }

/** Replaces a song by another one, or removes it. */
export function CorrectSong({ row, tap, onClose }: CorrectSongProps) {
  const { data: songs } = useSongs()
  const { sequence } = row
  const correct: Tapping['tap'] = (given) => {
    tap(given)
    onClose()
  }
  return (
    <Dialog
      title={row.song.name}
      description={t('editor.which')}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button
          variant="danger"
          onClick={() => correct({ operation: { op: 'remove', sequence }, songName: row.song.name })}
        >
          {t('editor.remove-it')}
        </Button>
      }
    >
      <div className={styles.search}>
        <SongCombobox
          matchesBelow
          songs={songs ?? []}
          label={t('editor.replace', { song: row.song.name })}
          placeholder={t('editor.right-song')}
          onPick={({ id, name }) =>
            correct({ operation: { op: 'replace', sequence, song: id }, songName: name })
          }
        />
      </div>
    </Dialog>
  )
}
