import type { NotificationSettings } from '@called-it/shared/contract/notification-settings'
import { CHANNELS, type Channel } from '@called-it/shared/notifications/channels'
import { Table } from '../../../ui/table.tsx'
import tabs from '../../../ui/tabs.module.css'
import styles from './settings.module.css'
import { type Choice, type Kind, useSetChoices } from './use-settings.ts'

const SECTIONS: readonly { title: string; rows: readonly SettingRow[] }[] = [
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

const CHANNEL_LABELS = { page: 'in app', push: 'push', mail: 'email' } as const

const ROWS = SECTIONS.flatMap(({ rows }) => rows)

/** Kinds of a newer release stay as they are. */
export function ChoicesTable({ choices }: Pick<NotificationSettings, 'choices'>) {
  const setChoices = useSetChoices()
  const isOn = (kind: Kind, channel: Channel) =>
    choices.find((choice) => choice.kind === kind)?.[channel] === true
  const isRowOn = (row: SettingRow, channel: Channel) => row.kinds.every((kind) => isOn(kind, channel))
  const set = (wanted: Choice[]) => {
    const changed = wanted.filter(({ kind, channel, is_on }) => isOn(kind, channel) !== is_on)
    if (changed.length > 0) setChoices(changed)
  }
  const choose = (row: SettingRow, channel: Channel, is_on: boolean) =>
    row.kinds.map((kind) => ({ kind, channel, is_on }))
  const inEachCell = <T,>(make: (row: SettingRow, channel: Channel) => T) =>
    ROWS.flatMap((row) => CHANNELS.map((channel) => make(row, channel)))
  return (
    <>
      <fieldset className={tabs.list}>
        <legend className="visually-hidden">what reaches you</legend>
        {PRESETS.map((preset) => {
          const isChosen = inEachCell(
            (row, channel) => isRowOn(row, channel) === isOnIn(preset, row, channel),
          ).every(Boolean)
          return (
            <button
              key={preset}
              type="button"
              className={tabs.tab}
              aria-pressed={isChosen}
              data-state={isChosen ? 'active' : undefined}
              onClick={() =>
                set(inEachCell((row, channel) => choose(row, channel, isOnIn(preset, row, channel))).flat())
              }
            >
              {preset}
            </button>
          )
        })}
      </fieldset>
      {SECTIONS.map(({ title, rows }) => (
        <Table
          key={title}
          caption={title}
          className={styles.choices}
          rows={rows}
          rowKey={({ label }) => label}
          columns={[
            { header: title, isRowHeader: true, cell: ({ label }) => label },
            ...CHANNELS.map((channel) => ({
              header: CHANNEL_LABELS[channel],
              cell: (row: SettingRow) => (
                <label className={styles.cell}>
                  <input
                    type="checkbox"
                    aria-label={`${row.label}: ${CHANNEL_LABELS[channel]}`}
                    checked={isRowOn(row, channel)}
                    onChange={({ target }) => set(choose(row, channel, target.checked))}
                  />
                  <span aria-hidden className={styles.channel}>
                    {CHANNEL_LABELS[channel]}
                  </span>
                </label>
              ),
            })),
          ]}
        />
      ))}
    </>
  )
}

/** A row chooses for all its kinds at once. */
type SettingRow = { label: string; kinds: readonly Kind[]; important: readonly Channel[] }

type Preset = 'all' | 'important' | 'none'
const PRESETS: readonly Preset[] = ['all', 'important', 'none']

function isOnIn(preset: Preset, row: SettingRow, channel: Channel): boolean {
  return preset === 'all' || (preset === 'important' && row.important.includes(channel))
}
