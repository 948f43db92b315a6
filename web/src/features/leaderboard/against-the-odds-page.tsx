import { useMatch } from 'react-router-dom'
import { paths, patterns } from '../../lib/paths.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Page } from '../../ui/page.tsx'
import { AboveChance } from './above-chance.tsx'
import { MachineNights } from './machine-nights.tsx'

/** Two addresses: the players against chance, and against the machine. */
export function AgainstTheOddsPage() {
  const isMachine = useMatch(patterns.machine) !== null
  return (
    <Page title="against the odds" hasSections>
      <h1>against the odds</h1>
      <nav aria-label="against the odds" className="buttons">
        <ChipLink to={paths.aboveExpectation} on={!isMachine}>
          you and chance
        </ChipLink>
        <ChipLink to={paths.machine} on={isMachine}>
          you and the machine
        </ChipLink>
      </nav>
      {isMachine ? <MachineNights /> : <AboveChance />}
    </Page>
  )
}
