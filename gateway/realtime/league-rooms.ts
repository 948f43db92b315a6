import type { EventPublisher } from '@called-it/infra/events/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { listMemberships } from '@called-it/infra/postgres/queries/leagues/league-members'
import { type PublishedEvent, rooms, topics } from '@called-it/shared/contract/events'
import { countIn, socketsIn } from './broadcast.ts'
import type { Clock } from './clock.ts'
import type { EventServer, EventSocket } from './event-socket.ts'
import type { Audience } from './feeds/feed.ts'
import { mergeOverGateways } from './merge-over-gateways.ts'
import type { TopicWatcher } from './topic-watcher.ts'

/**
 * Members in the rooms of their leagues, and which of them others see there.
 *
 * @param remove takes a socket out of a league's room
 */
export function openLeagueRooms({
  io,
  db,
  watcher,
  publisher,
  emit,
  remove,
  clock,
}: {
  io: EventServer
  db: Database
  watcher: Pick<TopicWatcher, 'versionOf'>
  publisher: EventPublisher
  emit: Audience['emit']
  remove: (socket: EventSocket, leagueId: number) => void
  clock: Clock
}) {
  /** The leagues whose members see the user of a socket. */
  const seenIn = new WeakMap<EventSocket, Set<number>>()

  const present = mergeOverGateways<number[]>({
    ownOf: (leagueId) =>
      sortedOnce(
        socketsIn(io, rooms.league(leagueId))
          .filter((socket) => seenIn.get(socket)?.has(leagueId))
          .flatMap(({ data }) => data.session?.userId ?? []),
      ),
    isWatched: (leagueId) => countIn(io, rooms.league(leagueId)) > 0,
    merge: (lists) => sortedOnce(lists.flat()),
    publish: (gateway, leagueId, userIds) =>
      void publisher.publish('league:present', { gateway, leagueId, userIds }),
    emit: (leagueId, userIds) =>
      emit(rooms.league(leagueId), { name: 'league:present', event: { leagueId, userIds } }),
    clock,
  })

  function note(socket: EventSocket, leagueId: number, isSeen: boolean): void {
    const leagues = seenIn.get(socket) ?? new Set<number>()
    if (isSeen) seenIn.set(socket, leagues.add(leagueId))
    else leagues.delete(leagueId)
  }

  async function admit(socket: EventSocket, leagueId: number, userId: number): Promise<boolean> {
    const version = watcher.versionOf(topics.league(leagueId))
    const [membership] = await listMemberships(db, leagueId, [userId])
    // It may have ended meanwhile, and `recheck` did not find the socket.
    if (watcher.versionOf(topics.league(leagueId)) !== version) return admit(socket, leagueId, userId)
    if (membership) note(socket, leagueId, membership.showsPresence)
    return membership !== undefined
  }

  return {
    present,
    /** Nobody but members. */
    async mayWatch(leagueId: number, socket: EventSocket): Promise<boolean> {
      const { session } = socket.data
      try {
        return session !== null && (await admit(socket, leagueId, session.userId))
      } catch {
        // The page connects and asks again; refused, it would get no events.
        socket.disconnect(true)
        return false
      }
    },
    watch(leagueId: number, socket: EventSocket): void {
      present.watch(leagueId)
      socket.emit('league:present', { leagueId, userIds: present.of(leagueId) })
    },
    /** Their pages refetch, and learn that they are out. What is sent from then on does not reach them. */
    leave({ leagueId, userIds }: PublishedEvent<'league:left'>): void {
      const topic = topics.league(leagueId)
      const event = { topic, from: 0, to: watcher.versionOf(topic), leagueId }
      for (const socket of socketsIn(io, rooms.league(leagueId))) {
        if (userIds !== null && !userIds.includes(socket.data.session?.userId ?? 0)) continue
        socket.emit('league:changed', event)
        remove(socket, leagueId)
      }
    },
    /** After a change of the league: sockets of users who are no member any more leave its room. */
    async recheck(leagueId: number): Promise<void> {
      const sockets = socketsIn(io, rooms.league(leagueId))
      const userIds = sockets.flatMap(({ data }) => data.session?.userId ?? [])
      const memberships = await listMemberships(db, leagueId, sortedOnce(userIds))
      const isSeen = new Map(memberships.map(({ userId, showsPresence }) => [userId, showsPresence]))
      for (const socket of sockets) {
        const seen = isSeen.get(socket.data.session?.userId ?? 0)
        if (seen === undefined) remove(socket, leagueId)
        else note(socket, leagueId, seen)
      }
    },
  }
}

const sortedOnce = (userIds: readonly number[]) => [...new Set(userIds)].sort((one, other) => one - other)
