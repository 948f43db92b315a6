import type { BoardPage } from '@called-it/gateway/realtime/feeds/board-feed'
import { applyBoardStep } from '@called-it/shared/contract/board-page'
import type { ServerEvent } from '@called-it/shared/contract/events'

export type BoardEvent = ServerEvent<'leaderboard:changed'>

/** A page that follows a board by the rule of the contract: subscribe, fetch, apply steps from the held version. */
export class BoardFollower {
  held: BoardPage | null = null
  requested: BoardPage | null = null
  /** Must fetch the page again. */
  isBehind = false
  private early: BoardEvent[] = []

  request(page: BoardPage): void {
    this.requested = page
    this.isBehind = false
  }

  receiveResponse(): void {
    if (!this.requested) return
    if (!this.held || this.requested.version > this.held.version) this.held = this.requested
    this.requested = null
    for (const event of this.early.splice(0)) this.receive(event)
  }

  receive(event: BoardEvent): void {
    if (!this.held) {
      this.early.push(event)
      return
    }
    const { version, leaderboard } = this.held
    if (event.to <= version) return
    if (event.from !== 0 && event.from !== version) this.isBehind = true
    else {
      this.held = {
        version: event.to,
        total: event.total,
        leaderboard: applyBoardStep(leaderboard, event),
      }
    }
  }
}
