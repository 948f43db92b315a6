import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { SharedResult } from '@called-it/shared/contract/shares'
import { POINTS } from '@called-it/shared/game/points'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import type { UseQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import { placeInWords } from '../../../lib/live/song-words.ts'
import { unknownSong } from '../../../lib/shows/filled-slots.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { Loading, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import styles from './share-page.module.css'

const SHOWN = 3

type BestCallsProps = { result: SharedResult; live: UseQueryResult<LiveShow> }

/** Only what tiles and setlist say already: the songs of picks in their exact places. */
export function BestCalls({ result, live }: BestCallsProps) {
  const exact = SET_NAMES.flatMap((set) =>
    result.slots[set].flatMap((slot, index) =>
      slot === 'special' || slot === 'song'
        ? [{ set, position: index + 1, isSpecial: slot === 'special' }]
        : [],
    ),
  )
  if (exact.length === 0 || live.isError) return null
  return (
    <Card heading={t('show.best-calls')}>
      {live.data ? (
        <ul>
          {bestOf(exact, live.data).map(({ category, song, points, words }) => (
            <li key={words} className={clsx(styles.call, 'row-3')}>
              <CategoryIcon category={category} />
              <span className="fills anywhere">
                <b>{song}</b>
                <span className={clsx(styles.words, 'soft small')}>{words}</span>
              </span>
              <b className={styles.gain}>+{points}</b>
            </li>
          ))}
        </ul>
      ) : (
        <Loading label={t('show.songs-load')}>
          <SkeletonBlocks count={Math.min(SHOWN, exact.length)} height="56px" />
        </Loading>
      )}
    </Card>
  )
}

type ExactPick = { set: SetName; position: number; isSpecial: boolean }

/** The most points first, then those that the fewest had. */
function bestOf(picks: readonly ExactPick[], { performances, players, points = POINTS }: LiveShow) {
  const calls = picks.flatMap((pick) => {
    const played = performances.find(({ set, position }) => set === pick.set && position === pick.position)
    if (!played) return []
    const category = pick.isSpecial ? ('correctSpecial' as const) : ('correctSong' as const)
    const { exact, song } = played
    const words = t('show.call', { place: placeOf(pick), holders: holdersOf(exact, players) })
    return [{ category, song: song.name || unknownSong(), points: points[category], exact, words }]
  })
  return calls.sort((a, b) => b.points - a.points || a.exact - b.exact).slice(0, SHOWN)
}

function placeOf({ set, position, isSpecial }: ExactPick): string {
  if (!isSpecial || set === 'encore') return placeInWords({ set, position })
  return t(position === 1 ? 'show.opener-of' : 'show.closer-of', { set: smallSetLabel(set) })
}

function holdersOf(exact: number, players: number): string {
  if (exact <= 1) return t('show.only-one')
  return t(exact * 3 <= players ? 'show.few-had' : 'show.some-had', { exact, players })
}
