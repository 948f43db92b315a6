import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A program, relative to this folder, as a process of its own, driven by messages; it exits when `stop` disconnects it. */
export function forkProgram(name: string, args: readonly string[] = []) {
  const child = fork(path.join(import.meta.dirname, name), args)
  const exited = once(child, 'exit')

  /** @throws Error where the process ends before its next message */
  async function nextMessage(): Promise<unknown> {
    const ended = exited.then(() => Promise.reject(new Error(`${name} has ended`)))
    const [message]: unknown[] = await Promise.race([once(child, 'message'), ended])
    return message
  }

  return {
    nextMessage,
    send: (message: object | number) => void child.send(message),
    async ask(message: object | number): Promise<unknown> {
      const response = nextMessage()
      child.send(message)
      return response
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
