import { parseAtomFeed } from 'feedsmith'

export function parseFeed(text: string): ReturnType<typeof parseAtomFeed> {
  return parseAtomFeed(text)
}
