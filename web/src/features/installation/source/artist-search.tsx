import { installationSourceEndpoints } from '@called-it/shared/contract/installation-source'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SourceFailed } from './source-test.tsx'
import type { TypedSource } from './typed-source.ts'

type ArtistSearchProps = {
  apiKey: string
  chosen: TypedSource['artist']
  error: string | undefined
  onChoose: (artist: NonNullable<TypedSource['artist']>) => void
}

/** By name, on setlist.fm, whose source needs the id of MusicBrainz. */
export function ArtistSearch({ apiKey, chosen, error, onChoose }: ArtistSearchProps) {
  const [name, setName] = useState('')
  const searching = useMutation({
    mutationFn: () =>
      request(installationSourceEndpoints.findArtists, {
        body: { api_key: apiKey.trim(), name: name.trim() },
      }),
    onError: (error) => toastAdminFailure(t('source.no-search'), error),
  })
  const canSearch = apiKey.trim() !== '' && name.trim() !== ''
  const search = () => canSearch && !searching.isPending && searching.mutate()
  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Else it would save the form.
    event.preventDefault()
    search()
  }
  const { artists, failure } = searching.data ?? {}
  return (
    <>
      <TextField
        label={t('source.artist')}
        hint={chosen ? t('source.chosen', { name: chosen.name }) : t('source.need-artist')}
        error={error}
        value={name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={searchOnEnter}
      />
      <div className="buttons">
        <Button
          busy={searching.isPending}
          busyText={t('source.searching')}
          disabled={!canSearch}
          onClick={search}
        >
          {t('source.search')}
        </Button>
      </div>
      {failure && <SourceFailed failure={failure} name="setlistfm" />}
      {artists?.length === 0 && <p role="status">{t('source.none-found')}</p>}
      {artists && artists.length > 0 && (
        <ul aria-label={t('source.found')} className="stack-2">
          {artists.map((artist) => (
            <li key={artist.mbid} className="row-3 wraps">
              <Button
                aria-label={t('source.choose', { name: nameOf(artist) })}
                aria-pressed={artist.mbid === chosen?.mbid}
                onClick={() => onChoose({ mbid: artist.mbid, name: nameOf(artist) })}
              >
                {artist.name}
              </Button>
              <span className="soft anywhere">{artist.disambiguation}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function nameOf({ name, disambiguation }: { name: string; disambiguation: string }): string {
  return disambiguation === '' ? name : `${name} (${disambiguation})`
}
