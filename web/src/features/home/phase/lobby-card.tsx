import { counted } from '@called-it/shared/contract/counted'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/shows/use-countdown.ts'
import { useCrowd } from '../../../lib/shows/use-crowd.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { PickedStrip } from '../../../ui/night/pick-tiles.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import { BigNumber, type PhaseCardProps, PhaseStage } from './phase-stage.tsx'
import { WhoOpens } from './who-opens.tsx'

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
