import { rooms } from '@called-it/shared/contract/live'
import { Adapter, type Room, type SocketId } from 'socket.io-adapter'

/**
 * Knows who is in which room, and keeps nothing for the two rooms that would tell nothing: everybody is in the
 * public one, from arrival to end, and Socket.IO's room of a socket's own is never told anything.
 */
export class HubAdapter extends Adapter {
  override addAll(id: SocketId, asked: Set<Room>): Promise<void> | void {
    if (asked.has(id)) this.emit('join-room', rooms.public, id)
    const kept = new Set([...asked].filter((room) => room !== id && room !== rooms.public))
    if (kept.size > 0) return super.addAll(id, kept)
  }

  override delAll(id: SocketId): void {
    super.delAll(id)
    this.emit('leave-room', rooms.public, id)
  }
}
