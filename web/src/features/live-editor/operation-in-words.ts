import type { Tap } from '@called-it/shared/contract/live-editing'
import type { FilledId } from '@called-it/shared/languages/translate'
import { t } from '../../lib/words/texts.ts'

const DEEDS = {
  song: 'editor.did-song',
  'new-song': 'editor.did-song',
  set: 'editor.did-set',
  encore: 'editor.did-encore',
  over: 'editor.did-over',
  undo: 'editor.did-undo',
  replace: 'editor.did-replace',
  remove: 'editor.did-remove',
} as const satisfies Record<Tap['operation']['op'], FilledId>

type Deed = { operation: Tap['operation']; songName: string | null }

/** As in `Ann tapped Ghost`; by somebody where the name is null. */
export function deedInWords(deed: Deed, name: string | null, ownName: string): string {
  if (name === ownName) return ownDeedInWords(deed)
  return name === null ? say(deed, 'somebody') : say(deed, 'other', name)
}

/** As in `you tapped Ghost`. */
export const ownDeedInWords = (deed: Deed) => say(deed, 'you')

function say({ operation, songName }: Deed, who: 'you' | 'somebody' | 'other', name = ''): string {
  const place = 'sequence' in operation ? operation.sequence : 0
  return t(DEEDS[operation.op], { who, name, song: songName ?? t('editor.a-song'), place })
}
