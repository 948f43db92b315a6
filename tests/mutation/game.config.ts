/** Vitest configuration of the mutation tests of the game's rules. */
export default {
  test: { include: ['shared/game/*.test.ts'], isolate: false, testTimeout: 30_000 },
}
