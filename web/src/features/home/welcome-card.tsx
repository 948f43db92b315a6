import { useSite } from '../../lib/api/site.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './home.module.css'

export function WelcomeCard() {
  const { data: site, isPending } = useSite()
  return (
    <Card tone="light" className={styles.welcome} aria-busy={isPending}>
      <h1 className={styles.welcomeTitle}>
        {site?.texts.welcomeTitle ?? 'pick the setlist, score points, share'}
      </h1>
      <p>{site?.texts.welcomeText ?? 'guess what the band will play: two sets and an encore'}</p>
      <ButtonLink to={paths.leaderboard} variant="dark">
        view leaderboard
      </ButtonLink>
    </Card>
  )
}
