import path from 'node:path'
import { runToEnd } from '@called-it/launch/process'
import { listenForStop } from '@called-it/launch/stop-request'
import { repository } from '../../infra/launch/bootstrap.mjs'
import { testEnvironment } from './run-tests.ts'

/** fast-check takes a 32-bit seed. */
const SEEDS = 2 ** 31

/** Runs the fuzz tests with a random seed and 100 inputs per test, or as FUZZ_SEED and FUZZ_RUNS say. */
export async function runFuzz(): Promise<never> {
  const { FUZZ_SEED = String(Math.floor(Math.random() * SEEDS)), FUZZ_RUNS = '100' } = process.env
  console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_RUNS=${FUZZ_RUNS}`)
  const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
  const { code } = await runToEnd({
    file: process.execPath,
    args: [vitest, 'run', '--project=integration', '--no-file-parallelism', 'tests/fuzz/'],
    env: { ...testEnvironment(false), FUZZ_SEED, FUZZ_RUNS },
    stopping: listenForStop(),
    cwd: repository,
    output: 'shown',
  })
  process.exit(code === 0 ? 0 : 1)
}
