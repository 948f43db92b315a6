import { Ticket } from 'lucide-react'
import { isOver, type LiveStage } from '../../../lib/live/live-stage.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import styles from './join-card.module.css'

type JoinCardProps = { isVisitor: boolean; stage: LiveStage }

/** In the place of the score, for those who have none. */
export function JoinCard({ isVisitor, stage }: JoinCardProps) {
  return (
    <aside id="join" aria-label={t('live.play-along')} className={styles.join}>
      <Ticket aria-hidden className={styles.icon} />
      {isVisitor ? (
        <>
          <p className={styles.title}>{t('live.can-call')}</p>
          <p>{t('live.can-call-how')}</p>
          <div className="buttons">
            <ButtonLink to={paths.register} variant="main">
              {t('live.sign-up')}
            </ButtonLink>
            <ButtonLink to={paths.login}>{t('live.log-in')}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <p className={styles.title}>{t(isOver(stage) ? 'live.no-card-over' : 'live.no-card')}</p>
          <p>{t('live.next-card')}</p>
          <div className="buttons">
            <ButtonLink to={paths.home} variant="main">
              {t('live.pick-next')}
            </ButtonLink>
          </div>
        </>
      )}
    </aside>
  )
}
