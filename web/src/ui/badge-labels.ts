import type { Badge } from '@called-it/shared/game/badges'
import {
  Bot,
  CalendarCheck,
  Crown,
  DoorOpen,
  Flame,
  Gem,
  ListChecks,
  MapPinned,
  ShieldCheck,
  Sparkles,
  Ticket,
  TicketCheck,
  Tickets,
} from 'lucide-react'

type BadgeLabel = { name: string; sentence: string; Icon: typeof Crown }

export const BADGE_LABELS: Record<Badge, BadgeLabel> = {
  'first-show': { name: 'first night', sentence: 'A first score.', Icon: Sparkles },
  'shows-5': { name: 'five shows', sentence: 'Scores at five shows.', Icon: Ticket },
  'shows-10': { name: 'ten shows', sentence: 'Scores at ten shows.', Icon: TicketCheck },
  'shows-25': { name: 'twenty-five shows', sentence: 'Scores at twenty-five shows.', Icon: Tickets },
  'whole-tour': { name: 'whole tour', sentence: 'Picks for every show of a tour.', Icon: MapPinned },
  'five-in-a-row': {
    name: 'five in a row',
    sentence: 'Picks for five shows in a row.',
    Icon: CalendarCheck,
  },
  'never-zero': { name: 'never zero', sentence: 'Points at every show of a tour.', Icon: ShieldCheck },
  'opener-called': {
    name: 'opener called',
    sentence: 'The first song of a show, in its slot.',
    Icon: DoorOpen,
  },
  'encore-called': {
    name: 'encore called',
    sentence: 'The first song of an encore, in its slot.',
    Icon: Flame,
  },
  'bust-out': { name: 'bust-out', sentence: 'A song that was not played for fifty shows.', Icon: Gem },
  'perfect-set': { name: 'perfect set', sentence: 'Every song of a set, in that set.', Icon: ListChecks },
  'night-won': { name: 'night won', sentence: 'The most points of a night.', Icon: Crown },
  'machine-beaten': { name: 'machine beaten', sentence: 'More points than the machine.', Icon: Bot },
}
