import type { FeedEvent } from '@called-it/infra/postgres/queries/outlets/public-events'
import type { CorrectionSource } from '@called-it/shared/contract/corrections'

type FeedWords = { readonly title: string; readonly summary: string; readonly path: string }

const CORRECTED_BY: Readonly<Record<CorrectionSource, string>> = {
  hand: 'An admin corrected the setlist.',
  source: 'The source of setlists corrected the setlist.',
  songs: 'Two songs are one.',
}

/** Without songs and winners: readers show it before the user chose to look, and keep names that users change. */
export function wordsOf(event: FeedEvent): FeedWords {
  const { show } = event.payload
  const of = `${show.venue}, ${show.date}`
  const page = `/shows/${show.id}`
  switch (event.kind) {
    case 'picks-locked': {
      const { predictions, root, locked_at } = event.payload
      const lock = `${counted(predictions, 'prediction')}, locked ${toMinute(locked_at)} UTC.`
      return {
        title: `Picks are locked: ${of}`,
        summary: root === null ? lock : `${lock} Merkle root: ${root}`,
        path: root === null ? page : `${page}/proof`,
      }
    }
    case 'picks-proved': {
      const { predictions, root } = event.payload
      return {
        title: `Picks have their proof: ${of}`,
        summary: `${counted(predictions, 'prediction')}. Merkle root: ${root}`,
        path: `${page}/proof`,
      }
    }
    case 'show-final':
      return {
        title: `Scores are final: ${of}`,
        summary: `${counted(event.payload.players, 'player')}.`,
        path: page,
      }
    case 'scores-corrected': {
      const { source, raised, lowered } = event.payload
      return {
        title: `Scores are corrected: ${of}`,
        summary: `${CORRECTED_BY[source]} ${counted(raised, 'player')} gained points, ${lowered} lost points.`,
        path: page,
      }
    }
  }
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

function toMinute(instant: string): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}
