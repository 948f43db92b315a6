import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import type { actualSetlist, Breakdown, Standing, showDetails } from '@called-it/shared/contract/scoring'
import { padPicks, SET_NAMES, type SetName, type Slots } from '@called-it/shared/game/setlist'
import { SLOT_OF_CATEGORY } from '@called-it/shared/game/shared-slots'
import { songChangeInWords } from '@called-it/shared/notifications/song-change-words'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { filledSlots, unknownSong } from '../../../lib/shows/filled-slots.ts'
import { setLabel } from '../../../lib/shows/set-labels.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CategoryRows } from '../../../ui/category-rows.tsx'
import { CorrectionOrigin } from '../../../ui/correction-origin.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { SetHue } from '../../../ui/hue.tsx'
import { StageScore } from '../../../ui/night/stage-score.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import type { PickedSong } from '../builder/show-draft.ts'
import { ScoreTitle } from './score-title.tsx'
import styles from './scoring.module.css'

const correctedSongColumns = (): readonly TableColumn<OwnCorrection['songs'][number]>[] => [
  { header: t('score.song'), isRowHeader: true, cell: ({ name }) => <b>{name}</b> },
  { header: t('score.before'), cell: ({ pointsBefore }) => pointsBefore },
  { header: t('score.after'), cell: ({ pointsAfter }) => <b>{pointsAfter}</b> },
  { header: t('score.happened'), cell: (song) => songChangeInWords(song, t) },
]

type ScoreCardProps = {
  breakdown: Breakdown
  actualSetlist: z.output<typeof actualSetlist>
  picks: Slots<PickedSong>
  showDetails?: z.output<typeof showDetails> | null | undefined
  standing?: Standing | null | undefined
  corrections?: readonly OwnCorrection[]
  notes: ReactNode
  isTest?: boolean | undefined
  /** On the stage. */
  actions?: ReactNode
  onClose: () => void
}

export function ScoreCard({
  breakdown,
  actualSetlist,
  picks,
  showDetails,
  standing = null,
  corrections = [],
  notes,
  isTest,
  actions,
  onClose,
}: ScoreCardProps) {
  const { set1, set2, encore, further } = actualSetlist
  const played = [set1, set2, encore, ...further.map(({ entries }) => entries)].flat().length
  return (
    <>
      {showDetails && (
        <p className={clsx(styles.details, 'soft small')}>
          {[longDate(showDetails.date), showDetails.venue, showDetails.location].filter(Boolean).join(' · ')}
        </p>
      )}
      <StageScore
        label={t('score.score')}
        head={<ScoreTitle isTest={isTest} />}
        total={breakdown.totalScore}
        unit={t('score.points', { count: breakdown.totalScore })}
        standing={standing}
        slots={slotsOf(picks, breakdown)}
      >
        {actions}
      </StageScore>
      <div className={clsx(styles.subheading, 'spread')}>
        <h3>{t('score.breakdown')}</h3>
        <span className="soft small tabular">
          {t('score.called', { hits: breakdown.details.length, played })}
        </span>
      </div>
      <CategoryRows breakdown={breakdown} />
      <Disclosure title={t('score.yours')} defaultOpen>
        <ScoredPicks picks={picks} breakdown={breakdown} />
      </Disclosure>
      <Disclosure title={t('score.actual')} defaultOpen>
        <PlayedSets setlist={actualSetlist} />
      </Disclosure>
      <OwnCorrections corrections={corrections} />
      <Disclosure title={t('score.notes')}>{notes}</Disclosure>
      <Button wide className={styles.back} onClick={onClose}>
        {t('score.back')}
      </Button>
    </>
  )
}

function slotsOf(picks: Slots<PickedSong>, breakdown: Breakdown) {
  const padded = padPicks(picks)
  const slotsIn = (set: SetName) =>
    padded[set].map((song, index) => {
      const hit = hitAt(breakdown, set, index + 1)
      return hit ? SLOT_OF_CATEGORY[hit.reason] : song ? 'missed' : 'empty'
    })
  return { set1: slotsIn('set1'), set2: slotsIn('set2'), encore: slotsIn('encore') }
}

type ScoredPicksProps = { picks: Slots<PickedSong>; breakdown: Breakdown }

function ScoredPicks({ picks, breakdown }: ScoredPicksProps) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{setLabel(set)}</h4>
          <PickedSongs set={set} picks={picks} breakdown={breakdown} />
        </SetHue>
      ))}
    </div>
  )
}

function hitAt({ details }: Breakdown, set: SetName, position: number) {
  return details.find((hit) => hit.predictedSet === set && hit.predictedPosition === position)
}

/** Those that scored come first. */
function PickedSongs({ set, picks, breakdown }: ScoredPicksProps & { set: SetName }) {
  const filled = filledSlots(picks[set]).map((slot) => ({
    ...slot,
    hit: hitAt(breakdown, set, slot.position),
  }))
  if (filled.length === 0) return <p className="soft">{t('score.none-picked')}</p>
  return (
    <ol className={styles.songs}>
      {[...filled.filter(({ hit }) => hit), ...filled.filter(({ hit }) => !hit)].map(
        ({ position, name, hit }) => (
          <li key={position} value={position} className={hit ? undefined : 'soft'}>
            {name}
            {hit && <b className={styles.gain}>+{hit.points}</b>}
          </li>
        ),
      )}
    </ol>
  )
}

function PlayedSets({ setlist }: { setlist: z.output<typeof actualSetlist> }) {
  return (
    <div className={styles.sets}>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{setLabel(set)}</h4>
          <PlayedSongs entries={setlist[set]} />
        </SetHue>
      ))}
      {setlist.further.map(({ set, entries }) => (
        <div key={set}>
          <h4>{t('set.other', { set })}</h4>
          <PlayedSongs entries={entries} />
        </div>
      ))}
    </div>
  )
}

function PlayedSongs({ entries }: { entries: readonly { position: number; songName: string }[] }) {
  if (entries.length === 0) return <p className="soft">{t('score.none-played')}</p>
  return (
    <ol className={styles.songs}>
      {entries.map(({ position, songName }) => (
        <li key={position} value={position}>
          {songName || unknownSong()}
        </li>
      ))}
    </ol>
  )
}

/** How later scorings changed the points, newest first. */
function OwnCorrections({ corrections }: { corrections: readonly OwnCorrection[] }) {
  if (corrections.length === 0) return null
  return (
    <section aria-label={t('score.region')}>
      <Disclosure title={t('score.corrections')}>
        {corrections.map((correction) => (
          <CorrectedSongs key={correction.at} correction={correction} />
        ))}
      </Disclosure>
    </section>
  )
}

function CorrectedSongs({ correction: { at, source, before, after, songs } }: { correction: OwnCorrection }) {
  return (
    <div className={styles.correction}>
      <CorrectionOrigin at={at} source={source} />
      <p className={styles.totals}>
        {before} <span aria-hidden>→</span>
        <span className="visually-hidden">{t('score.to')}</span> {after}{' '}
        <span className={styles.unit}>{t('score.pts')}</span>
      </p>
      <Table
        caption={t('score.caption')}
        columns={correctedSongColumns()}
        rows={songs}
        rowKey={({ id }) => id}
      />
    </div>
  )
}
