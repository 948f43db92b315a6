export default {
  test: { include: ['shared/game/**/*.test.ts'], isolate: false, testTimeout: 30_000 },
}
