import { CALENDAR_PATH, EMBED_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import {
  CalendarArrowDown,
  CalendarPlus,
  ChevronRight,
  Code,
  Dices,
  Ellipsis,
  FingerprintPattern,
  type LucideIcon,
  Rewind,
  Rss,
  Trophy,
} from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { copyText } from '../../lib/browser/copy-text.ts'
import { paths } from '../../lib/paths.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { canKeepScreenOn, useWakeLock } from './live/use-wake-lock.ts'
import styles from './show-more.module.css'

type Row = { label: string; note?: string | undefined; Icon: LucideIcon; to: string; isFile?: boolean }

function rowsOf(show: Show, tour: string | undefined): Row[] {
  const { id, tour_id, is_scored, is_open, is_cancelled } = show
  const calendar = tour_id === null ? CALENDAR_PATH : `${CALENDAR_PATH}?tour=${tour_id}`
  const played: Row[] = [
    { label: t('show.replay'), note: t('show.replay-what'), Icon: Rewind, to: paths.replay(id) },
    {
      label: t('show.practice'),
      note: t('show.practice-what'),
      Icon: Dices,
      to: paths.practice(id),
    },
  ]
  const proof = { label: t('show.proof'), note: t('show.proof-what') }
  return [
    ...(is_scored ? played : []),
    ...(tour_id === null
      ? []
      : [{ label: t('show.tour'), note: tour, Icon: Trophy, to: paths.tour(tour_id) }]),
    ...(is_open || is_cancelled ? [] : [{ ...proof, Icon: FingerprintPattern, to: paths.proof(id) }]),
    // A calendar app subscribes to it, and so notices changes.
    {
      label: t('show.calendar'),
      Icon: CalendarPlus,
      to: `webcal://${location.host}${calendar}`,
      isFile: true,
    },
    { label: t('show.calendar-file'), Icon: CalendarArrowDown, to: calendar, isFile: true },
    { label: t('show.feed'), Icon: Rss, to: FEED_PATH, isFile: true },
  ]
}

/** A frame for other sites. */
function copyFrame({ tour_id }: Show): void {
  const { href } = new URL(tour_id === null ? EMBED_PATH : `${EMBED_PATH}?tour=${tour_id}`, location.origin)
  void copyText(`<iframe src="${href}" title="${t('show.frame-title')}" width="360" height="480"></iframe>`)
}

/** What else there is of a show: a sheet on phones, a menu beside its button elsewhere. */
export function ShowMore({ show, isLive = false }: { show: Show; isLive?: boolean }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isLit, setIsLit] = useState(false)
  useWakeLock(isLive && isLit)
  return (
    <>
      <IconButton label={t('show.more')} look="bare" className={styles.button} popoverTarget={id}>
        <Ellipsis aria-hidden />
      </IconButton>
      <section
        id={id}
        popover="auto"
        aria-label={t('show.more')}
        className={styles.more}
        onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && (
          <>
            <h2 className="anywhere">{show.venue}</h2>
            {isLive && canKeepScreenOn() && (
              <Switch label={t('show.screen-on')} checked={isLit} onCheckedChange={setIsLit} />
            )}
            <Rows show={show} popoverId={id} />
          </>
        )}
      </section>
    </>
  )
}

function Rows({ show, popoverId }: { show: Show; popoverId: string }) {
  const tour = useTours().data?.find(({ id }) => id === show.tour_id)
  return (
    <ul className={styles.rows}>
      {rowsOf(show, tour?.name).map(({ label, note, Icon, to, isFile }) => (
        <li key={label}>
          <Link to={to} reloadDocument={isFile === true} className={clsx(styles.row, 'row-3')}>
            <RowWords label={label} note={note} Icon={Icon} />
            <ChevronRight aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <button
          type="button"
          popoverTarget={popoverId}
          popoverTargetAction="hide"
          className={clsx(styles.row, 'row-3')}
          onClick={() => copyFrame(show)}
        >
          <RowWords label={t('show.embed')} note={t('show.embed-what')} Icon={Code} />
        </button>
      </li>
    </ul>
  )
}

function RowWords({ label, note, Icon }: Pick<Row, 'label' | 'Icon'> & { note: string | undefined }) {
  return (
    <>
      <Icon aria-hidden className={styles.icon} />
      <span className="anywhere fills">
        <b className="semibold">{label}</b>
        {note && <span className={clsx(styles.note, 'soft small')}>{note}</span>}
      </span>
    </>
  )
}
