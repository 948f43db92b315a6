import { useLocation, useNavigate } from 'react-router-dom'

const PICKING = 'picking'

type Picking = { isOpen: boolean; open: () => void; close: () => void }

/** On a phone the songs have a page of their own, which going back closes. */
export function usePicking(): Picking {
  const { state, pathname }: { state: unknown; pathname: string } = useLocation()
  const navigate = useNavigate()
  return {
    isOpen: state === PICKING,
    open: () => void navigate(pathname, { state: PICKING }),
    close: () => void navigate(-1),
  }
}
