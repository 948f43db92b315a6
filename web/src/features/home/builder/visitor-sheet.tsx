import type { Show } from '@called-it/shared/contract/shows'
import { useFirstPick } from '../../../lib/account/first-pick.ts'
import { rememberReturnPath } from '../../../lib/account/return-path.ts'
import { paths } from '../../../lib/paths.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Sheet } from '../../../ui/dialogs.tsx'
import { FirstPickContext } from '../songs/pick-song.ts'
import { SongsPanel } from '../songs/songs-panel.tsx'
import { useActiveSlot } from './active-slot.ts'
import { Announcements } from './announcements.tsx'
import styles from './pick-sheet.module.css'
import { SheetTitle } from './sheet-title.tsx'
import { SlotTabs } from './slot-tabs.tsx'

type VisitorSheetProps = { show: Show; open: boolean; onOpenChange: (open: boolean) => void }

/** The builder of a phone to look at: the first song that is tapped is kept on the device, and asks for an account. */
export function VisitorSheet({ show, open, onOpenChange }: VisitorSheetProps) {
  return (
    <Sheet
      title={<SheetTitle show={show} />}
      aside={<span className="soft small">{t('pick.looking')}</span>}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Looking show={show} />
    </Sheet>
  )
}

function Looking({ show }: { show: Show }) {
  const active = useActiveSlot(show.id) ?? undefined
  const pickFirst = useFirstPick(show)
  const remember = () => rememberReturnPath(paths.prediction(show.id))
  const dock = (
    <>
      <p className={styles.invitation}>
        <Rich id="pick.invitation" soft={(words) => <span className="soft">{words}</span>} />
      </p>
      <ButtonLink variant="main" size="l" className={styles.signUp} to={paths.register} onClick={remember}>
        {t('home.sign-up')}
      </ButtonLink>
      <ButtonLink size="l" to={paths.login} onClick={remember}>
        {t('home.log-in')}
      </ButtonLink>
    </>
  )
  return (
    <FirstPickContext value={(song, place = active) => pickFirst(song, place)}>
      <Announcements />
      <SlotTabs showId={show.id} />
      <SongsPanel showId={show.id} dock={dock} />
    </FirstPickContext>
  )
}
