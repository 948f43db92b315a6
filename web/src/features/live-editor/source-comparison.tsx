import type { SourceSetlist } from '@called-it/shared/contract/setlists'
import { listSets, songsOfSet } from '@called-it/shared/game/arranged-sets'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { compareSetlists, type SetlistPlace } from '@called-it/shared/game/setlist-difference'
import clsx from 'clsx'
import { Diff } from 'lucide-react'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { hueClass } from '../../ui/hue.tsx'
import type { Row } from './project-taps.ts'
import styles from './source-comparison.module.css'

type ListedSong = SourceSetlist['set1'][number]

type SourceComparisonProps = { rows: readonly Row[]; source: SourceSetlist }

/** Side by side, set by set; what differs is marked on both sides. */
export function SourceComparison({ rows, source }: SourceComparisonProps) {
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
          label={`${labelOfSet(set)}, ours`}
          heading="ours"
          set={set}
          setlist={ours}
          marked={oursDiffer}
        />
        <Side
          label={`${labelOfSet(set)}, the source's`}
          heading="the source's"
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
              {differs && <Diff aria-label="differs" />}
            </li>
          )
        })}
      </ol>
      {songs.length === 0 && <p className="soft small">no songs</p>}
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
