import type { Show } from '@called-it/shared/contract/shows'
import { useOwnCard } from '../lib/live/own-card.ts'
import { phaseInWords } from '../lib/live/phase-in-words.ts'
import { useLiveShow } from '../lib/live/use-live-show.ts'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import styles from './strip.module.css'
import { StripLink } from './strip-link.tsx'

export function LiveStrip({ show }: { show: Show }) {
  const { data: live } = useLiveShow(show.id)
  const own = useOwnCard(show, live)
  const song = live?.performances.at(-1)?.song.name
  return (
    <StripLink
      to={paths.show(show.id)}
      words={song ?? show.venue}
      note={phaseInWords(show, live)}
      numbers={
        own && (
          <>
            <b className={styles.total}>{own.score.total}</b>
            <span className="visually-hidden">{t('site.strip-points', { count: own.score.total })}</span>
            <span className="soft">{t('site.strip-rank', { rank: own.rank })}</span>
          </>
        )
      }
      isLive
    />
  )
}
