import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RELEASE } from '@called-it/infra/config/release'
import { describeContract } from './describe-contract.ts'

/** With each release: the next one is compared with it. */
const file = path.join(import.meta.dirname, 'contracts', `${RELEASE}.json`)
await writeFile(file, `${JSON.stringify(describeContract(), null, 2)}\n`)
