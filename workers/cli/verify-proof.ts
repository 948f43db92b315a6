import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { verifyProof } from '@called-it/infra/pick-proofs/pick-proofs'
import { type PickProof, pickProof } from '@called-it/shared/contract/pick-proofs'
import { CliError } from './cli-error.ts'

/** Needs no database. Exits with 1 where the file does not verify. */
export async function verifyProofFile(given: string): Promise<void> {
  const proof = await readProof(path.resolve(given))
  console.log(`root ${proof.root} of ${proof.tree_size} leaves`)
  if (!verifyProof(proof))
    throw new CliError('The file does not verify: these picks are not under this root.')
  console.log('The file verifies: these picks are under this root.')
  console.log('Root and number of leaves must equal those of the proof page and of the mail to the admins.')
}

async function readProof(file: string): Promise<PickProof> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CliError(`${file} cannot be read.`)
  })
  try {
    return pickProof.parse(JSON.parse(text))
  } catch {
    throw new CliError(`${file} is no proof of picks.`)
  }
}
