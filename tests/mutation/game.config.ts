/** Vitest's configuration for mutation testing: the tests of the rules of the game alone. */
export default {
  test: { include: ['shared/game/*.test.ts'], isolate: false, testTimeout: 30_000 },
}
