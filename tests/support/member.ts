import { type ProgramName, startProgram, type TestProgram } from './start-program.ts'

/** A program that can be restarted with the same settings. */
export type Member = Omit<TestProgram, 'lines' | 'exited'> & {
  /** Only after it has exited. */
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
