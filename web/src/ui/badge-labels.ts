import type { Badge } from '@called-it/shared/game/badges'
import type { PlainId } from '@called-it/shared/languages/translate'
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
import { t } from '../lib/words/texts.ts'

type BadgeLabel<Text> = { name: Text; sentence: Text; Icon: typeof Crown }

const LABELS: Record<Badge, BadgeLabel<PlainId>> = {
  'first-show': { name: 'ui.first-show', sentence: 'ui.first-show-how', Icon: Sparkles },
  'shows-5': { name: 'ui.shows-5', sentence: 'ui.shows-5-how', Icon: Ticket },
  'shows-10': { name: 'ui.shows-10', sentence: 'ui.shows-10-how', Icon: TicketCheck },
  'shows-25': { name: 'ui.shows-25', sentence: 'ui.shows-25-how', Icon: Tickets },
  'whole-tour': { name: 'ui.whole-tour', sentence: 'ui.whole-tour-how', Icon: MapPinned },
  'five-in-a-row': { name: 'ui.five-in-a-row', sentence: 'ui.in-a-row-how', Icon: CalendarCheck },
  'never-zero': { name: 'ui.never-zero', sentence: 'ui.never-zero-how', Icon: ShieldCheck },
  'opener-called': { name: 'ui.opener-called', sentence: 'ui.opener-how', Icon: DoorOpen },
  'encore-called': { name: 'ui.encore-called', sentence: 'ui.encore-how', Icon: Flame },
  'bust-out': { name: 'ui.bust-out', sentence: 'ui.bust-out-how', Icon: Gem },
  'perfect-set': { name: 'ui.perfect-set', sentence: 'ui.perfect-set-how', Icon: ListChecks },
  'night-won': { name: 'ui.night-won', sentence: 'ui.night-won-how', Icon: Crown },
  'machine-beaten': { name: 'ui.machine-beaten', sentence: 'ui.machine-how', Icon: Bot },
}

export function badgeLabel(badge: Badge): BadgeLabel<string> {
  const { name, sentence, Icon } = LABELS[badge]
  return { name: t(name), sentence: t(sentence), Icon }
}
