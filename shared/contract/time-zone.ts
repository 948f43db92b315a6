import { z } from 'zod'
import { isTimeZone } from '../game/time-zones.ts'
import { FIELD_TEXTS } from './entered-fields.ts'

/** IANA name, checked by the zone data of the server. */
export const timeZone = z.stringFormat('time-zone', isTimeZone, FIELD_TEXTS.timeZone)
