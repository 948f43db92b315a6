import { topics } from '@called-it/shared/contract/events'
import type { PageTopics } from '@called-it/shared/contract/show-pages'
import type { TopicWatcher } from '../realtime/topic-watcher.ts'

const OF_EVERY_SHOW = [
  topics.settings,
  topics.catalogue,
  topics.deletions,
  topics.notifications,
  topics.chances,
]

/** What a show's page depends on. One that was read at these versions or later has missed no event. */
export function readPageTopics(
  watcher: Pick<TopicWatcher, 'versionOf' | 'sumOfShows'>,
  showId: number,
): PageTopics {
  const names = [...OF_EVERY_SHOW, topics.show(showId), topics.live(showId), topics.setlist(showId)]
  return {
    ...Object.fromEntries(names.map((topic) => [topic, watcher.versionOf(topic)])),
    shows: watcher.sumOfShows(),
  }
}
