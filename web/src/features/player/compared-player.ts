import { pathId } from '@called-it/shared/contract/fields'
import { useSearchParams } from 'react-router-dom'

/** The player of `?with=`; null for none, and for the player of the page. */
export function useComparedPlayer(userId: number): [number | null, (userId: number | null) => void] {
  const [search, setSearch] = useSearchParams()
  const chosen = pathId.safeParse(search.get('with')).data ?? null
  const choose = (other: number | null) =>
    setSearch(other === null ? {} : { with: String(other) }, { replace: true })
  return [chosen === userId ? null : chosen, choose]
}
