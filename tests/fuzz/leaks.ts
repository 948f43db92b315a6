import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { PATIENT } from '../support/patience.ts'

/** What a process holds open of the outside world, by its kind; timers come and go by themselves. */
const HELD = new Set(['TCPSocketWrap', 'TCPServerWrap', 'TCPConnectWrap', 'PipeConnectWrap', 'FSReqCallback'])

/** Remembers what was open, and has temporary files made where they can be counted. */
export type LeakWatch = {
  /** Waits until no more is open than was before, and throws where that does not come about. */
  expectNone(): Promise<void>
}

/** Begin before anything is opened that is to be closed again. */
export async function watchLeaks(): Promise<LeakWatch> {
  const before = countHeld()
  const folder = await mkdtemp(path.join(tmpdir(), 'called-it-fuzz-'))
  vi.stubEnv('TMPDIR', folder)
  return {
    async expectNone() {
      vi.unstubAllEnvs()
      const left = await readdir(folder)
      await rm(folder, { recursive: true, force: true })
      expect(left, 'temporary files that are left').toEqual([])
      await vi.waitFor(() => {
        const more = [...countHeld()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
        expect(more, 'what is still open').toEqual([])
      }, PATIENT)
    },
  }
}

function countHeld(): Map<string, number> {
  const kinds = process.getActiveResourcesInfo().filter((kind) => HELD.has(kind))
  const counts = Map.groupBy(kinds, (kind) => kind)
  return new Map([...counts].map(([kind, all]) => [kind, all.length]))
}
