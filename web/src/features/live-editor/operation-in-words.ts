import type { Tap } from '@called-it/shared/contract/live-editing'

/** After a name: `tapped Ghost`. */
export function operationInWords(operation: Tap['operation'], songName: string | null): string {
  const song = songName ?? 'a song'
  switch (operation.op) {
    case 'song':
    case 'new-song':
      return `tapped ${song}`
    case 'set':
      return 'ended the set'
    case 'encore':
      return 'opened the encore'
    case 'over':
      return 'ended the show'
    case 'undo':
      return 'took the last tap back'
    case 'replace':
      return `made song ${operation.sequence} ${song}`
    case 'remove':
      return `removed song ${operation.sequence}`
  }
}
