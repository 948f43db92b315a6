import { startProgram, type TestProgram } from '../../embedded/test-program.ts'

/** A program of the system, which may end, and be started again with the same settings. */
export type Member = Omit<TestProgram, 'lines' | 'exited'> & {
  /** Starts it again once it has ended. */
  revive(): Promise<void>
}

export async function startMember(entry: string, env: Readonly<Record<string, string>>): Promise<Member> {
  let program = await startProgram(entry, env)
  return {
    isAlive: () => program.isAlive(),
    end: () => program.end(),
    kill: () => program.kill(),
    freeze: () => program.freeze(),
    thaw: () => program.thaw(),
    async revive() {
      program = await startProgram(entry, env)
    },
  }
}
