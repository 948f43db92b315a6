import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { useCrowd } from '../../../lib/shows/use-crowd.ts'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { PickedStrip } from '../../../ui/night/pick-tiles.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import styles from './phase-stage.module.css'
import { BigNumber, type PhaseCardProps, PhaseStage } from './phase-stage.tsx'

/** Picks are closed, and the band is not on yet. */
export function LobbyCard({ show, main }: PhaseCardProps) {
  const left = useCountdown(Date.parse(show.starts_at ?? show.locks_at))
  const { data: crowd } = useCrowd(show.id, !show.is_open)
  const { data: prediction } = useCurrentUserPrediction(show.id)
  return (
    <>
      <PhaseStage
        label={t('home.tonight')}
        above={
          <>
            <span>{t('home.closed')}</span>
            <span>{crowd && t('home.fans-in', { count: crowd.players })}</span>
          </>
        }
        title={show.venue}
        below={show.location}
        number={
          <BigNumber words={t('home.lights')}>
            {left ? t('home.in-left', { left }) : t('home.any-minute')}
          </BigNumber>
        }
        tiles={prediction && <PickedStrip slots={prediction.setlist} />}
        actions={
          <ButtonLink variant={main} size="l" to={paths.show(show.id)}>
            {t('home.see-all-picks')}
          </ButtonLink>
        }
      />
      {crowd && <WhoOpens crowd={crowd} own={prediction?.setlist ?? null} />}
    </>
  )
}

/** The openers that most fans have picked. */
function WhoOpens({ crowd, own }: { crowd: Crowd; own: SetlistPicks | null }) {
  if (crowd.openers.length === 0) return null
  return (
    <Card heading={t('home.who-opens')} aside={<span className="soft small">{t('home.top-openers')}</span>}>
      <ol className="stack-2">
        {crowd.openers.map(({ id, name, players }) => (
          <li key={id} className={styles.song}>
            <span>
              <b>{name}</b> {own?.set1[0]?.id === id && <Badge>{t('home.you')}</Badge>}
            </span>
            <span className="soft tabular">{t('home.of', { part: players, all: crowd.players })}</span>
            <span aria-hidden className={styles.track}>
              <span className={styles.bar} style={{ width: `${(100 * players) / crowd.players}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
