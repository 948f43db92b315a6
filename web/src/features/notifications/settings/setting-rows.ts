import type { Channel } from '@called-it/shared/notifications/channels'
import type { Kind } from './use-settings.ts'

/** A row chooses for all its kinds at once. */
export type SettingRow = { label: string; kinds: readonly Kind[]; important: readonly Channel[] }

export const SECTIONS: readonly { title: string; rows: readonly SettingRow[] }[] = [
  {
    title: 'my shows',
    rows: [
      { label: 'reminder to pick', kinds: ['pick-reminder'], important: ['page', 'push'] },
      { label: 'first song', kinds: ['first-song'], important: ['page', 'push'] },
      { label: 'I take the lead', kinds: ['you-lead'], important: ['page'] },
      { label: 'my final score', kinds: ['final-score'], important: ['page', 'push', 'mail'] },
      { label: 'a correction', kinds: ['score-corrected'], important: ['page'] },
      {
        label: 'new time, reopened, cancelled',
        kinds: ['lock-moved', 'picks-reopened', 'show-cancelled'],
        important: ['page', 'push'],
      },
    ],
  },
  {
    title: 'leagues and the site',
    rows: [
      { label: 'news of my leagues', kinds: ['league-news'], important: ['page'] },
      { label: 'notices', kinds: ['admin-notice'], important: ['page'] },
    ],
  },
]

export const CHANNEL_LABELS = { page: 'in app', push: 'push', mail: 'email' } as const

export type Preset = 'all' | 'important' | 'none'
export const PRESETS: readonly Preset[] = ['all', 'important', 'none']

export function isOnIn(preset: Preset, row: SettingRow, channel: Channel): boolean {
  return preset === 'all' || (preset === 'important' && row.important.includes(channel))
}
