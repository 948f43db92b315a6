import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Page } from '../../ui/page.tsx'
import { ClosesIn } from './closes-in.tsx'
import styles from './entry-page.module.css'
import { KeptInvitation } from './kept-invitation.tsx'
import { KeptSongLine } from './kept-song-line.tsx'

const TABS = [
  { to: paths.register, label: 'sign up' },
  { to: paths.login, label: 'log in' },
]

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
        <ButtonLink to={paths.show(song.showId)} variant="quiet" className={styles.back}>
          <ChevronLeft aria-hidden />
          <span className="visually-hidden">back to {song.venue}, which </span>
          <span className="small">
            <ClosesIn showId={song.showId} />
          </span>
        </ButtonLink>
      )}
      <h1 className="anywhere">{song ? `save your picks for ${song.venue}` : title}</h1>
      {song && <KeptSongLine song={song} />}
      <LinkTabs label="account" tabs={TABS} />
      {notices}
      <KeptInvitation />
      {children}
    </Page>
  )
}
