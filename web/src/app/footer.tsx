import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import { Link } from 'react-router-dom'
import { useSite } from '../lib/api/site.ts'
import { paths } from '../lib/paths.ts'
import styles from './footer.module.css'

export function Footer() {
  const { data: site } = useSite()
  return (
    <footer className={styles.footer}>
      <div className={styles.words}>
        {site?.texts.footer.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {site?.dataSite.url && (
          <p>
            data: <a href={site.dataSite.url}>{site.dataSite.name}</a>
          </p>
        )}
      </div>
      <nav aria-label="footer" className={styles.links}>
        <Link to={paths.home}>home</Link>
        <Link to={paths.leaderboard}>leaderboard</Link>
        <a href={CALENDAR_PATH}>calendar</a>
        <a href={FEED_PATH}>feed</a>
      </nav>
    </footer>
  )
}
