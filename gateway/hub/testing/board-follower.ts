import { applyBoardStep } from '@called-it/shared/contract/board-page'
import type { LiveEvent } from '@called-it/shared/contract/live'
import type { BoardPage } from '../feeds/board-feed.ts'

export type BoardEvent = LiveEvent<'leaderboard:changed'>

/** A page that follows a board by the rule of the contract: subscribe first, fetch second, apply `from <= mine < to`. */
export class BoardFollower {
  held: BoardPage | null = null
  asked: BoardPage | null = null
  gaps = 0
  private early: BoardEvent[] = []

  ask(page: BoardPage): void {
    this.asked = page
  }

  receiveAnswer(): void {
    if (!this.asked) return
    if (!this.held || this.asked.version > this.held.version) this.held = this.asked
    this.asked = null
    for (const event of this.early.splice(0)) this.hear(event)
  }

  hear(event: BoardEvent): void {
    if (!this.held) {
      this.early.push(event)
      return
    }
    const { version, leaderboard } = this.held
    if (event.to <= version) return
    if (event.from > version) this.gaps += 1
    else {
      this.held = {
        version: event.to,
        total: event.total,
        leaderboard: applyBoardStep(leaderboard, event),
      }
    }
  }
}
