import { type ProgramName, startProgram, type TestProgram } from './start-program.ts'

/** A program of the system, which may end, and be started again with the same settings. */
export type Member = Omit<TestProgram, 'lines' | 'exited'> & {
  /** Starts it again once it has ended. */
  restart(): Promise<void>
}

export async function startMember(name: ProgramName, env: Readonly<Record<string, string>>): Promise<Member> {
  let program = await startProgram(name, env)
  return {
    isAlive: () => program.isAlive(),
    end: () => program.end(),
    kill: () => program.kill(),
    freeze: () => program.freeze(),
    thaw: () => program.thaw(),
    async restart() {
      program = await startProgram(name, env)
    },
  }
}
