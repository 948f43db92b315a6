import { adminEndpoints, type CurrentSetlist, type HandSetlist } from '@called-it/shared/contract/admin'
import type { Show } from '@called-it/shared/contract/shows'
import type { Song } from '@called-it/shared/contract/songs'
import { SET_NAMES } from '@called-it/shared/game/setlist'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessage } from '../../lib/api.ts'
import { SET_LABELS } from '../../lib/set-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './admin-scoring.module.css'
import { readSetlistText, type SetlistText, textOf } from './setlist-text.ts'
import { useImportSetlistOrder } from './show-orders.ts'

type SetlistFormProps = {
  show: Show
  setlist: CurrentSetlist | null
  songs: readonly Song[]
  onSaved: () => void
}

/** The three sets as lines to type in. What is typed stays until it is saved. */
export function SetlistForm({ show, setlist, songs, onSaved }: SetlistFormProps) {
  const [text, setText] = useState<SetlistText>(() => textOf(setlist))
  const [tried, setTried] = useState(false)
  const { setlist: typed, unknown } = readSetlistText(text, songs)
  const isReadable = SET_NAMES.every((set) => unknown[set].length === 0)
  const isEmpty = SET_NAMES.every((set) => typed[set].length === 0)
  const takeFromSource = useImportSetlistOrder(show)
  const saving = useMutation({
    mutationFn: (body: HandSetlist) =>
      call(adminEndpoints.enterSetlist, { params: { showId: show.id }, body }),
    onSuccess: () => {
      toast({
        title: 'setlist saved',
        description: show.is_scored ? 'Rescore the show to count it.' : 'Score the show to count it.',
      })
      onSaved()
    },
    onError: (error) =>
      toast({
        title: 'The setlist was not saved',
        description: serverMessage(error, 'Please try again.'),
        variant: 'destructive',
      }),
  })
  const submit = () => {
    setTried(true)
    if (!isReadable || isEmpty) return
    saving.mutate({ ...typed, further: keptSets(setlist), notes: setlist?.notes ?? null })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="soft small">{describeOrigin(setlist)}</p>
      <div className={styles.textSets}>
        {SET_NAMES.map((set) => (
          <Field
            key={set}
            label={SET_LABELS[set]}
            hint="a song a line"
            error={
              tried && unknown[set].length > 0
                ? `not in the song list: ${unknown[set].join(', ')}`
                : undefined
            }
          >
            {(wiring) => (
              <TextArea
                rows={set === 'encore' ? 4 : 10}
                value={text[set]}
                onChange={(event) => setText({ ...text, [set]: event.target.value })}
                {...wiring}
              />
            )}
          </Field>
        ))}
      </div>
      {tried && isEmpty && (
        <p role="alert" className={styles.failure}>
          Enter at least one song.
        </p>
      )}
      <div className={styles.buttons}>
        <Button busy={takeFromSource.isOrdering} busyText="importing..." onClick={takeFromSource.start}>
          take the source's setlist
        </Button>
        <Button type="submit" variant="main" busy={saving.isPending} busyText="Saving...">
          save setlist
        </Button>
      </div>
    </form>
  )
}

/** Third and later sets are not edited here, and stay as they are. */
function keptSets(setlist: CurrentSetlist | null) {
  return (setlist?.further ?? []).map(({ set, songs }) => ({ set, songs: songs.map(({ id }) => ({ id })) }))
}

function describeOrigin(setlist: CurrentSetlist | null): string {
  if (!setlist) return 'No setlist yet. What you enter stands until the source’s is taken.'
  return setlist.origin === 'hand'
    ? `Revision ${setlist.revision}, entered by hand. It stands until the source’s is taken.`
    : `Revision ${setlist.revision}, from the source. What you enter stands until the source’s is taken again.`
}
