import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import { CalendarArrowDown, CalendarPlus, ChevronDown, Rss } from 'lucide-react'
import { Button } from './button.tsx'
import { Menu, MenuAddress } from './menu.tsx'

/** What follows the shows outside of this page. */
export function TakeAlong({ tourId }: { tourId: number | null }) {
  const calendar = tourId === null ? CALENDAR_PATH : `${CALENDAR_PATH}?tour=${tourId}`
  return (
    <Menu
      trigger={
        <Button>
          take it along <ChevronDown aria-hidden />
        </Button>
      }
    >
      {/* A calendar app subscribes to it, and so notices changes. */}
      <MenuAddress href={`webcal://${location.host}${calendar}`} icon={<CalendarPlus aria-hidden />}>
        follow in your calendar
      </MenuAddress>
      <MenuAddress href={calendar} icon={<CalendarArrowDown aria-hidden />}>
        calendar file
      </MenuAddress>
      <MenuAddress href={FEED_PATH} icon={<Rss aria-hidden />}>
        feed of locks and scores
      </MenuAddress>
    </Menu>
  )
}
