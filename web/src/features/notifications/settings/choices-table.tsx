import type { NotificationSettings } from '@called-it/shared/contract/notification-settings'
import type { PlainId } from '@called-it/shared/languages/translate'
import { CHANNELS, type Channel } from '@called-it/shared/notifications/channels'
import { t } from '../../../lib/words/texts.ts'
import { Table } from '../../../ui/table.tsx'
import tabs from '../../../ui/tabs.module.css'
import styles from './settings.module.css'
import { type Choice, type Kind, useSetChoices } from './use-settings.ts'

const SECTIONS: readonly { title: PlainId; rows: readonly SettingRow[] }[] = [
  {
    title: 'inbox.my-shows',
    rows: [
      { label: 'inbox.s-reminder', kinds: ['pick-reminder'], important: ['page', 'push'] },
      { label: 'inbox.first-song', kinds: ['first-song'], important: ['page', 'push'] },
      { label: 'inbox.s-lead', kinds: ['you-lead'], important: ['page'] },
      { label: 'inbox.s-final', kinds: ['final-score'], important: ['page', 'push', 'mail'] },
      { label: 'inbox.s-correction', kinds: ['score-corrected'], important: ['page'] },
      {
        label: 'inbox.s-changes',
        kinds: ['lock-moved', 'picks-reopened', 'show-cancelled'],
        important: ['page', 'push'],
      },
    ],
  },
  {
    title: 'inbox.the-rest',
    rows: [
      { label: 'inbox.s-leagues', kinds: ['league-news'], important: ['page'] },
      { label: 'inbox.s-notices', kinds: ['admin-notice'], important: ['page'] },
    ],
  },
]

const CHANNEL_LABELS = {
  page: 'inbox.on-page',
  push: 'inbox.by-push',
  mail: 'inbox.by-mail',
} as const satisfies Record<Channel, PlainId>

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
        <legend className="visually-hidden">{t('inbox.choices')}</legend>
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
              {t(PRESET_LABELS[preset])}
            </button>
          )
        })}
      </fieldset>
      {SECTIONS.map(({ title, rows }) => (
        <Table
          key={title}
          caption={t(title)}
          className={styles.choices}
          rows={rows}
          rowKey={({ label }) => label}
          columns={[
            { header: t(title), isRowHeader: true, cell: ({ label }) => t(label) },
            ...CHANNELS.map((channel) => ({
              header: t(CHANNEL_LABELS[channel]),
              cell: (row: SettingRow) => (
                <label className={styles.cell}>
                  <input
                    type="checkbox"
                    aria-label={`${t(row.label)}: ${t(CHANNEL_LABELS[channel])}`}
                    checked={isRowOn(row, channel)}
                    onChange={({ target }) => set(choose(row, channel, target.checked))}
                  />
                  <span aria-hidden className={styles.channel}>
                    {t(CHANNEL_LABELS[channel])}
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
type SettingRow = { label: PlainId; kinds: readonly Kind[]; important: readonly Channel[] }

type Preset = 'all' | 'important' | 'none'
const PRESETS: readonly Preset[] = ['all', 'important', 'none']
const PRESET_LABELS = {
  all: 'inbox.all',
  important: 'inbox.important',
  none: 'inbox.no-kind',
} as const satisfies Record<Preset, PlainId>

function isOnIn(preset: Preset, row: SettingRow, channel: Channel): boolean {
  return preset === 'all' || (preset === 'important' && row.important.includes(channel))
}
