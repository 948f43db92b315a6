import { paths } from '../../lib/paths.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './home.module.css'

/** What the game is, on the poster. */
export function WelcomeCard() {
  const texts = useSite().data?.texts
  return (
    <Card tone="light" className={styles.welcome}>
      <h1 className={styles.welcomeTitle}>
        {texts?.welcomeTitle ?? 'pick the setlist. score points. share it.'}
      </h1>
      <p>{texts?.welcomeText ?? 'Guess what the band will play: two sets and an encore.'}</p>
      <ButtonLink to={paths.leaderboard} variant="dark">
        view leaderboard
      </ButtonLink>
    </Card>
  )
}
