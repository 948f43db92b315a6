import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { forgetInvitation, keptInvitation } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ClosesIn } from './closes-in.tsx'
import styles from './entry-page.module.css'
import { KeptSongLine } from './kept-song-line.tsx'

type EntryPageProps = {
  title: string
  /** Between the tabs and the form. */
  notices?: ReactNode
  children: ReactNode
}

/** The one screen to sign up and to log in, each a tab with its own address. */
export function EntryPage({ title, notices, children }: EntryPageProps) {
  const [song] = useState(findKeptSong)
  const tabs = [
    { to: paths.register, label: t('account.sign-up') },
    { to: paths.login, label: t('account.log-in') },
  ]
  return (
    <Page title={title} width="narrow" className={clsx('stack-4', !song && styles.page)}>
      {song && (
        <ButtonLink to={paths.show(song.showId)} variant="quiet" className={styles.back}>
          <ChevronLeft aria-hidden />
          <span className="visually-hidden">{t('account.back-to', { venue: song.venue })} </span>
          <span className="small">
            <ClosesIn showId={song.showId} />
          </span>
        </ButtonLink>
      )}
      <h1 className="anywhere">{song ? t('account.save-for', { venue: song.venue }) : title}</h1>
      {song && <KeptSongLine song={song} />}
      <LinkTabs label={t('account.nav')} tabs={tabs} />
      {notices}
      <KeptInvitation />
      {children}
    </Page>
  )
}

/**
 * The league that the visitor is about to join. It may have been another one at this device, who can be somebody else.
 */
function KeptInvitation() {
  const [kept, setKept] = useState(keptInvitation)
  if (!kept) return null
  const drop = () => {
    forgetInvitation()
    setKept(null)
  }
  return (
    <Notice
      title={t('account.join', { league: kept.league })}
      action={<Button onClick={drop}>{t('account.dont-join')}</Button>}
    >
      {t('account.join-shows')}
    </Notice>
  )
}
