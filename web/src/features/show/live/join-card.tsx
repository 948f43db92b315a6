import { Ticket } from 'lucide-react'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import styles from './join-card.module.css'

type JoinCardProps = { isVisitor: boolean; stage: LiveStage }

/** In the place of the score, for those who have none. */
export function JoinCard({ isVisitor, stage }: JoinCardProps) {
  return (
    <aside id="join" aria-label="play along" className={styles.join}>
      <Ticket aria-hidden className={styles.icon} />
      {isVisitor ? (
        <>
          <p className={styles.title}>think you can call it?</p>
          <p>Sign up, pick 19 songs before the next show, and watch your card fill in here.</p>
          <div className="buttons">
            <ButtonLink to={paths.register} variant="main">
              sign up
            </ButtonLink>
            <ButtonLink to={paths.login}>log in</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className={styles.title}>no card of yours {isOver(stage) ? 'for this show' : 'tonight'}</p>
          <p>Your picks for the next show fill in here, song by song.</p>
          <div className="buttons">
            <ButtonLink to={paths.home} variant="main">
              pick the next show
            </ButtonLink>
          </div>
        </>
      )}
    </aside>
  )
}
