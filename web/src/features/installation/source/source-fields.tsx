import {
  SOURCE_NAMES,
  type SourceName,
  type SourceStatus,
} from '@called-it/shared/contract/installation-source'
import { t } from '../../../lib/words/texts.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettingDraft } from '../setting-draft.ts'
import { ArtistSearch } from './artist-search.tsx'
import { SourceTest } from './source-test.tsx'
import { draftOf, neededBy, type TypedSource, untyped } from './typed-source.ts'
import { UploadFiles } from './upload-files.tsx'

type SourceFieldsProps = {
  status: SourceStatus
  /** Null while nothing is entered. */
  typed: TypedSource | null
  onType: (typed: TypedSource) => void
}

export function SourceFields({ status, typed, onType }: SourceFieldsProps) {
  const { setting, draft, issue, change } = useSettingDraft('SETLIST_SOURCE')
  const shown = typed ?? untyped(status.name ?? 'demo')
  const { name } = shown
  const isFixed = setting.origin === 'environment'
  const isStored = name === status.name && !isFixed && setting.origin === 'stored'
  const type = (entered: Partial<TypedSource>) => {
    const next = { ...shown, ...entered }
    onType(next)
    change(draftOf(next, status))
  }
  const choose = (value: string) => {
    const chosen = SOURCE_NAMES.find((one) => one === value)
    if (chosen) type(untyped(chosen))
  }
  const hints = [
    isFixed && t('setting.fixed', { name: 'SETLIST_SOURCE' }),
    setting.is_unreadable && t('source.unreadable'),
    status.name !== null && t('source.in-effect', { source: sourceInEffect(status.name, status.host) }),
  ]
  const needed = neededBy(shown)
  const error = issue && (needed === null ? issue : t(needed))
  return (
    <>
      <Field
        label={t('source.from')}
        hint={hints.filter(Boolean).join(' ')}
        error={name === 'demo' ? error : undefined}
      >
        {(wiring) => (
          <Select {...wiring} value={name} disabled={isFixed} onChange={({ target }) => choose(target.value)}>
            {SOURCE_NAMES.map((one) => (
              <option key={one} value={one}>
                {sourceLabel(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isFixed && (name === 'phishnet' || name === 'setlistfm') && (
        <TextField
          label={t('source.key')}
          hint={
            isStored
              ? t('source.key-stored')
              : t(name === 'phishnet' ? 'source.key-phishnet' : 'source.key-setlist')
          }
          error={name === 'phishnet' ? error : undefined}
          value={shown.key}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type({ key: target.value })}
        />
      )}
      {!isFixed && name === 'songfish' && (
        <TextField
          label={t('source.address')}
          hint={isStored ? t('source.address-kept') : t('source.address-hint')}
          error={error}
          inputMode="url"
          value={shown.address}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => type({ address: target.value })}
        />
      )}
      {!isFixed && name === 'setlistfm' && (
        <ArtistSearch
          apiKey={shown.key}
          chosen={shown.artist}
          error={error}
          onChoose={(artist) => type({ artist })}
        />
      )}
      {!isFixed && name === 'file' && (
        <UploadFiles chosen={shown.upload} error={error} onChoose={(upload) => type({ upload })} />
      )}
      {name !== 'demo' && name !== 'file' && (
        <SourceTest
          key={draft}
          name={name}
          source={draft ?? null}
          isReady={draft === undefined || needed === null}
        />
      )}
    </>
  )
}

function sourceLabel(name: SourceName): string {
  switch (name) {
    case 'demo':
      return t('source.demo')
    case 'file':
      return t('source.file')
    case 'phishnet':
      return 'phish.net'
    case 'songfish':
      return 'Songfish'
    case 'setlistfm':
      return 'setlist.fm'
  }
}

function sourceInEffect(name: SourceName, host: string | null): string {
  const source = sourceLabel(name)
  return host === null ? source : t('source.of-host', { source, host })
}
