import clsx from 'clsx'
import { Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { keptInvitation } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { StageCard } from '../../ui/stage-card.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './check-mail-page.module.css'
import { ClosesIn } from './closes-in.tsx'
import { placeInWords } from './kept-song-line.tsx'
import { mailProviderOf } from './mail-provider.ts'

type CheckMailPageProps = {
  email: string | null
  /** What to do meanwhile. */
  children: ReactNode
  buttons: ReactNode
}

/** Waits for what a mailed link does. */
export function CheckMailPage({ email, children, buttons }: CheckMailPageProps) {
  const provider = mailProviderOf(email ?? '')
  return (
    <Page title={t('account.check-mail')} width="narrow" className={clsx('stack-4', styles.page)}>
      <StageCard className="stack-2">
        <p className={styles.stageSoft}>{t('account.almost')}</p>
        <h1>{t('account.check-mail')}</h1>
        <p>
          {email ? (
            <Rich id="account.link-to" email={<b className="anywhere">{email}</b>} />
          ) : (
            t('account.link-coming')
          )}
        </p>
        {provider && (
          <ButtonLink
            to={provider.url}
            target="_blank"
            rel="noreferrer"
            variant="main"
            size="l"
            wide
            className="apart"
          >
            <Mail aria-hidden /> {t('account.open-mail', { provider: provider.name })}
          </ButtonLink>
        )}
      </StageCard>
      {children}
      <Waiting />
      <div className="buttons">{buttons}</div>
    </Page>
  )
}

function Waiting() {
  const [song] = useState(findKeptSong)
  const [invitation] = useState(keptInvitation)
  const next = invitation ? (
    <p className="soft small anywhere">
      <Rich id="account.next-join" league={invitation.league} />
    </p>
  ) : (
    song && (
      <p className="soft small anywhere">
        <Rich
          id="account.next-picks"
          venue={song.venue}
          song={song.songName}
          place={placeInWords(song)}
          closes={<ClosesIn showId={song.showId} text="account.picks-close" />}
        />
      </p>
    )
  )
  return (
    <Ticket stub={next}>
      <p className={styles.lamp}>{t('account.waiting')}</p>
    </Ticket>
  )
}
