import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { paths } from '../../lib/paths.ts'
import { Page } from '../../ui/page.tsx'
import { ClosesIn } from './closes-in.tsx'
import styles from './entry-page.module.css'
import { KeptInvitation } from './kept-invitation.tsx'
import { KeptSongLine } from './kept-song-line.tsx'

type EntryPageProps = {
  title: 'sign up' | 'log in'
  /** Between the tabs and the form. */
  notices?: ReactNode
  children: ReactNode
}

/** The one screen to sign up and to log in, each a tab with its own address. */
export function EntryPage({ title, notices, children }: EntryPageProps) {
  const [song] = useState(findKeptSong)
  return (
    <Page title={title} width="narrow" className={clsx('stack-4', !song && styles.page)}>
      {song && (
        <p className={styles.top}>
          <Link to={paths.show(song.showId)} aria-label={`back to ${song.venue}`} className={styles.back}>
            <ChevronLeft aria-hidden />
          </Link>
          <span className="soft small">
            <ClosesIn showId={song.showId} />
          </span>
        </p>
      )}
      <h1 className="anywhere">{song ? `save your picks for ${song.venue}` : title}</h1>
      {song && <KeptSongLine song={song} />}
      <nav aria-label="account" className={styles.tabs}>
        <NavLink to={paths.register} replace>
          sign up
        </NavLink>
        <NavLink to={paths.login} replace>
          log in
        </NavLink>
      </nav>
      {notices}
      <KeptInvitation />
      {children}
    </Page>
  )
}
