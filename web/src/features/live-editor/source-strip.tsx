import { liveEditingEndpoints, type SourceReading } from '@called-it/shared/contract/live-editing'
import type { SourceSetlist } from '@called-it/shared/contract/setlists'
import type { Show } from '@called-it/shared/contract/shows'
import { listSets, songsOfSet } from '@called-it/shared/game/arranged-sets'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { compareSetlists, type SetlistPlace } from '@called-it/shared/game/setlist-difference'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { Diff, GitCompareArrows } from 'lucide-react'
import { useState } from 'react'
import { request, serverMessage } from '../../lib/api/api.ts'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { formatTime } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { toast, toastFailure } from '../../ui/toast.ts'
import type { Row } from './project-taps.ts'
import styles from './source-strip.module.css'

type SourceStripProps = {
  show: Show
  source: SourceReading
  rows: readonly Row[]
  /** Admins. */
  canTake: boolean
  refresh: () => void
}

/** Nothing while the source lists the same setlist. */
export function SourceStrip({ show, source, rows, canTake, refresh }: SourceStripProps) {
  const [isOpen, setIsOpen] = useState(false)
  const taking = useMutation({
    mutationFn: () => request(liveEditingEndpoints.takeSourceSetlist, { params: { showId: show.id } }),
    onSuccess: () => {
      setIsOpen(false)
      toast({ title: t('editor.source-in'), description: t('editor.undo-takes') })
    },
    onError: (error) => toastFailure(t('editor.unchanged'), serverMessage(error, t('editor.connection'))),
    onSettled: refresh,
  })
  const { differs, isAway, readAt } = source
  // It must not open by itself over the tiles when the next song differs again.
  if (isOpen && !differs) setIsOpen(false)
  if (!differs && !isAway) return null
  return (
    <div className={clsx(styles.strip, 'row wraps')}>
      {isAway && (
        <span className="soft small tabular">{t('editor.away-since', { time: formatTime(readAt) })}</span>
      )}
      {differs && (
        <Button onClick={() => setIsOpen(true)}>
          <GitCompareArrows aria-hidden /> {t('editor.differs')}
        </Button>
      )}
      <Dialog
        size="l"
        title={t('editor.compare')}
        description={t('editor.as-of', { time: formatTime(readAt) })}
        open={isOpen}
        onOpenChange={setIsOpen}
        footer={
          canTake && (
            <Button
              variant="main"
              busy={taking.isPending}
              busyText={t('editor.taking')}
              onClick={() => taking.mutate()}
            >
              {t('editor.take-source')}
            </Button>
          )
        }
      >
        <SourceComparison rows={rows} source={source.setlist} />
      </Dialog>
    </div>
  )
}

type ListedSong = SourceSetlist['set1'][number]

type SourceComparisonProps = { rows: readonly Row[]; source: SourceSetlist }

/** Side by side, set by set; what differs is marked on both sides. */
function SourceComparison({ rows, source }: SourceComparisonProps) {
  const ours = arrange(rows)
  const { added, removed, moved } = compareSetlists<ListedSong>(ours, source, ({ id, name }) => id ?? name)
  const oursDiffer = placesOf([...removed, ...moved.map(({ from }) => from)])
  const theirsDiffer = placesOf([...added, ...moved.map(({ to }) => to)])
  const played = [ours, source].flatMap(listSets<ListedSong>).filter(({ songs }) => songs.length > 0)
  const sets = [...new Set(played.map(({ set }) => set))]
  return sets.map((set) => (
    <section key={set} aria-label={labelOfSet(set)} className={clsx(isSetName(set) && hueClass(set))}>
      <h3 className={styles.set}>{labelOfSet(set)}</h3>
      <div className={clsx(styles.sides, 'stack-3')}>
        <Side
          label={t('editor.set-ours', { set: labelOfSet(set) })}
          heading={t('editor.ours')}
          set={set}
          setlist={ours}
          marked={oursDiffer}
        />
        <Side
          label={t('editor.set-theirs', { set: labelOfSet(set) })}
          heading={t('editor.theirs')}
          set={set}
          setlist={source}
          marked={theirsDiffer}
        />
      </div>
    </section>
  ))
}

type SideProps = {
  label: string
  heading: string
  set: string
  setlist: ArrangedSets<ListedSong>
  marked: ReadonlySet<string>
}

function Side({ label, heading, set, setlist, marked }: SideProps) {
  const songs = songsOfSet(setlist, set)
  return (
    <div>
      <p className="soft small">{heading}</p>
      <ol aria-label={label} className={styles.songs}>
        {songs.map(({ name }, index) => {
          const differs = marked.has(`${set} ${index + 1}`)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is a position, and a song may be played twice
            <li key={index} className={clsx(styles.song, differs && styles.differs)}>
              <span className="tabular">{index + 1}</span> <span>{name}</span>
              {differs && <Diff aria-label={t('editor.song-differs')} />}
            </li>
          )
        })}
      </ol>
      {songs.length === 0 && <p className="soft small">{t('editor.no-songs')}</p>}
    </div>
  )
}

function arrange(rows: readonly Row[]): ArrangedSets<ListedSong> {
  const bySet = Map.groupBy(rows, ({ set }) => set)
  const songs = (set: string) => (bySet.get(set) ?? []).map(({ song }) => song)
  const further = [...bySet.keys()].filter((set) => !isSetName(set))
  return {
    set1: songs('set1'),
    set2: songs('set2'),
    encore: songs('encore'),
    further: further.map((set) => ({ set, songs: songs(set) })),
  }
}

function placesOf(places: readonly SetlistPlace<ListedSong>[]): ReadonlySet<string> {
  return new Set(places.map(({ set, position }) => `${set} ${position}`))
}
