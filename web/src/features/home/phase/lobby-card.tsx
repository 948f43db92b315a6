import { counted } from '@called-it/shared/contract/counted'
import type { SetlistPicks } from '@called-it/shared/contract/predictions'
import type { Crowd } from '@called-it/shared/contract/show-picks'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { useCrowd } from '../../../lib/shows/use-crowd.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
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
        label="tonight"
        above={
          <>
            <span>picks are closed</span>
            <span>
              {crowd && `${counted(crowd.players, 'fan')} ${crowd.players === 1 ? 'is' : 'are'} in`}
            </span>
          </>
        }
        title={show.venue}
        below={show.location}
        number={<BigNumber words="lights go down">{left ? `in ${left}` : 'any minute'}</BigNumber>}
        tiles={prediction && <PickedStrip slots={prediction.setlist} />}
        actions={
          <ButtonLink variant={main} size="l" to={paths.show(show.id)}>
            see everybody's picks
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
    <Card heading="who opens?" aside={<span className="soft small">most picked openers</span>}>
      <ol className="stack-2">
        {crowd.openers.map(({ id, name, players }) => (
          <li key={id} className={styles.song}>
            <span>
              <b>{name}</b> {own?.set1[0]?.id === id && <Badge>you</Badge>}
            </span>
            <span className="soft tabular">
              {formatNumber(players)} of {formatNumber(crowd.players)}
            </span>
            <span aria-hidden className={styles.track}>
              <span className={styles.bar} style={{ width: `${(100 * players) / crowd.players}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
