/** Where a server of the tests waits with its responses, so that a test can act between request and response. */
export type Gate = {
  passed(): Promise<void>
  /** @returns a function that opens it */
  close(): () => void
}

export function createGate(): Gate {
  let opened = Promise.resolve()
  return {
    passed: () => opened,
    close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      opened = promise
      return resolve
    },
  }
}
