import { listCalendarShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import { pathId } from '@called-it/shared/contract/fields'
import { CALENDAR_PATH } from '@called-it/shared/contract/served-page'
import type { Express } from 'express'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import { textsFor, VARIES_BY_LANGUAGE } from '../../http/request-language.ts'
import type { LoadShedder } from '../../overload/load-shedding.ts'
import type { GatewayParts } from '../../parts.ts'
import { readInstallationId } from '../../resources/installation-id.ts'
import { getTour } from '../../resources/tour.ts'
import { writeCalendar } from './calendar.ts'

const calendarQuery = z.object({ tour: pathId.optional() })

type CalendarParts = Pick<GatewayParts, 'postgres' | 'site' | 'config'> & {
  readonly shedder: Pick<LoadShedder, 'run'>
}

/** Serves the calendar of all shows, or of one tour. */
export function mountCalendars(
  app: Express,
  { postgres: { db }, site, config, shedder }: CalendarParts,
): void {
  app.get(CALENDAR_PATH, async (request, response) => {
    requestFacts(request).route = 'calendar'
    const asked = calendarQuery.safeParse(request.query)
    if (!asked.success) throw new ApiError('tour_not_found')
    const tourId = asked.data.tour ?? null
    const { publicUrl } = config
    const calendar = await shedder.run(async () => {
      const tour = tourId === null ? null : (await getTour(db, tourId)).name
      const shows = await listCalendarShows(db, tourId)
      const installationId = await readInstallationId(db)
      return writeCalendar({ shows, tour, installationId, publicUrl, site, t: textsFor(request) })
    })
    response
      .set('Cache-Control', 'no-cache')
      .vary(VARIES_BY_LANGUAGE)
      .set('Content-Disposition', 'inline; filename="shows.ics"')
      .type('text/calendar; charset=utf-8')
      .send(calendar)
  })
}
