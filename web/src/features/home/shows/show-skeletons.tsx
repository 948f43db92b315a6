import { Skeleton } from '../../../ui/skeleton.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import recent from './recent-shows.module.css'
import lines from './show-skeletons.module.css'
import upcoming from './upcoming-shows.module.css'

const UPCOMING_SLIDES = Array.from({ length: 8 }, (_, index) => index)
const RECENT_SLIDES = Array.from({ length: 4 }, (_, index) => index)

function Line({ width }: { width: string }) {
  return (
    <div className={lines.line}>
      <Skeleton width={width} height="0.9em" />
    </div>
  )
}

export function UpcomingSkeleton() {
  return (
    <div className={upcoming.skeletons} data-testid="upcoming-skeleton">
      {UPCOMING_SLIDES.map((slide) => (
        <Ticket key={slide} aria-hidden stub={<Skeleton shape="pill" width="9rem" height="var(--tap)" />}>
          <div className="small">
            <Line width="80%" />
          </div>
          <div className={upcoming.venue}>
            <Line width="90%" />
          </div>
          <Line width="60%" />
          <div className={upcoming.times}>
            <Line width="85%" />
            <Line width="55%" />
          </div>
        </Ticket>
      ))}
    </div>
  )
}

export function RecentSkeleton() {
  return (
    <div className={recent.skeletons} data-testid="recent-skeleton">
      {RECENT_SLIDES.map((slide) => (
        <div key={slide} aria-hidden className={recent.show}>
          <div className="small">
            <Line width="55%" />
          </div>
          <div className={recent.venue}>
            <Line width="85%" />
          </div>
          <Line width="60%" />
          <div className={recent.view}>
            <Skeleton shape="pill" height="var(--tap)" />
          </div>
        </div>
      ))}
    </div>
  )
}
